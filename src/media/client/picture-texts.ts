/** Reads the texts that programs store in a picture's metadata, on the device. Heavy: import it lazily. */
import ExifReader from "exifreader";

/** Files above this size in bytes are not read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Longer texts, in characters, are dropped; compressed ones are not decompressed beyond it. */
const MAX_TEXT_LENGTH = 2 * 1024 * 1024;

/** The library's own type lists no tag names. */
type ExifTexts = Readonly<Record<string, { value?: unknown } | undefined>> | undefined;

const exifTags = ["UserComment", "ImageDescription", "Make", "Model"] as const;

/**
 * Reads the text chunks of a PNG by keyword and the EXIF texts of a picture by tag.
 * @returns an empty map for a file that is unreadable, damaged or no picture; never throws
 */
export async function readPictureTexts(file: Blob): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (file.size > MAX_FILE_BYTES) return texts;
  try {
    const tags = await ExifReader.load(await file.arrayBuffer(), {
      expanded: true,
      async: true,
      includeTags: { png: true, exif: [...exifTags] },
      decompress: { maxDecompressedSize: MAX_TEXT_LENGTH },
    });
    for (const [name, { value, description }] of Object.entries(tags.pngText ?? {})) {
      // A compressed text that could not be read comes as an array. A zero byte means that a damaged text ran on into the
      // rest of the file.
      if (typeof value !== "string" || value.includes("\0")) continue;
      // The library names translated keywords `keyword (language)`.
      texts.set(name.replace(/ \([\w-]*\)$/, ""), meantAsUtf8(description));
    }
    for (const name of exifTags) {
      const value: unknown = (tags.exif as ExifTexts)?.[name]?.value;
      if (value !== undefined) texts.set(name, name === "UserComment" ? comment(value) : String(value));
    }
  } catch {
    // The part before the damage may have yielded texts.
  }
  for (const [name, text] of texts) {
    if (text.length > MAX_TEXT_LENGTH) texts.delete(name);
  }
  return texts;
}

/** Decodes Latin-1 text whose bytes are valid UTF-8: many programs write UTF-8 where the format demands Latin-1. */
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

/** Decodes a UserComment: eight bytes that name the encoding, then the text (EXIF 2.32, section 4.6.5). */
function comment(value: unknown): string {
  if (!Array.isArray(value)) return "";
  const bytes = Uint8Array.from(value);
  const encoding = String.fromCharCode(...bytes.subarray(0, 8)).replaceAll("\0", "");
  const known = ["UNICODE", "ASCII", ""].includes(encoding);
  const text = bytes.subarray(known ? 8 : 0);
  // Some programs label UTF-8 as UNICODE (UTF-16). Real UTF-16 contains zero bytes in nearly all languages.
  const wide = encoding === "UNICODE" && (text.includes(0) || asUtf8(text) === undefined);
  return new TextDecoder(wide ? utf16(text) : "utf-8").decode(text).replaceAll("\0", "");
}

/** Guesses the byte order: in most languages the high byte is mostly zero. */
function utf16(bytes: Uint8Array): string {
  let first = 0;
  for (const [index, byte] of bytes.subarray(0, 1000).entries()) {
    if (byte === 0) first += index % 2 === 0 ? 1 : -1;
  }
  return first > 0 ? "utf-16be" : "utf-16le";
}
