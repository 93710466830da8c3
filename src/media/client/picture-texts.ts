/** Reads the texts that programs leave in a picture's file. Weighs much: import it lazily. Nothing leaves the device. */
import ExifReader from "exifreader";

/** Larger files, in bytes, are not looked into. */
const LARGEST_FILE = 64 * 1024 * 1024;
/** Longer texts, in characters, are left out; a packed one is not unpacked further. */
const LONGEST_TEXT = 2 * 1024 * 1024;

/** The library's own type knows no names. */
type ExifTexts = Readonly<Record<string, { value?: unknown } | undefined>> | undefined;

const exifTags = ["UserComment", "ImageDescription", "Make", "Model"] as const;

/**
 * The texts of a PNG's chunks by their keyword, and those of a picture's EXIF by their tag.
 * @returns nothing of a file that cannot be read, is damaged or no picture; never throws
 */
export async function readPictureTexts(file: Blob): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (file.size > LARGEST_FILE) return texts;
  try {
    const tags = await ExifReader.load(await file.arrayBuffer(), {
      expanded: true,
      async: true,
      includeTags: { png: true, exif: [...exifTags] },
      decompress: { maxDecompressedSize: LONGEST_TEXT },
    });
    for (const [name, { value, description }] of Object.entries(tags.pngText ?? {})) {
      // Where a packed text was not unpacked, a notice stands in its place, letter by letter. No text holds a zero: what
      // does has run on into the rest of a damaged file.
      if (typeof value !== "string" || value.includes("\0")) continue;
      // A translated keyword is called `keyword (language)`.
      texts.set(name.replace(/ \([\w-]*\)$/, ""), meantAsUtf8(description));
    }
    for (const name of exifTags) {
      const value: unknown = (tags.exif as ExifTexts)?.[name]?.value;
      if (value !== undefined) texts.set(name, name === "UserComment" ? comment(value) : String(value));
    }
  } catch {
    // What is damaged further on may have said something before.
  }
  for (const [name, text] of texts) {
    if (text.length > LONGEST_TEXT) texts.delete(name);
  }
  return texts;
}

/** A text of Latin-1 letters that make sense as UTF-8, which many programs write where the former belongs. */
function meantAsUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  return asUtf8(Uint8Array.from(text, (letter) => letter.charCodeAt(0))) ?? text;
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A user comment: eight bytes that name its encoding, and the text (EXIF 2.32, section 4.6.5). */
function comment(value: unknown): string {
  if (!Array.isArray(value)) return "";
  const bytes = Uint8Array.from(value);
  const encoding = String.fromCharCode(...bytes.subarray(0, 8)).replaceAll("\0", "");
  const known = ["UNICODE", "ASCII", ""].includes(encoding);
  const text = bytes.subarray(known ? 8 : 0);
  // Some write UTF-8 under the name of UTF-16; that has empty bytes in nearly all languages.
  const wide = encoding === "UNICODE" && (text.includes(0) || asUtf8(text) === undefined);
  return new TextDecoder(wide ? utf16(text) : "utf-8").decode(text).replaceAll("\0", "");
}

/** Nobody says which byte comes first: in most languages it is the empty one that tells. */
function utf16(bytes: Uint8Array): string {
  let first = 0;
  for (const [index, byte] of bytes.subarray(0, 1000).entries()) {
    if (byte === 0) first += index % 2 === 0 ? 1 : -1;
  }
  return first > 0 ? "utf-16be" : "utf-16le";
}
