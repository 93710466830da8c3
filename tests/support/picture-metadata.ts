/** Writes metadata into pictures, as image generators do: text chunks in PNG, EXIF in JPEG and WebP. */
import { crc32, deflateSync } from "node:zlib";

/** PNG's text chunks: Latin-1, UTF-8, compressed Latin-1 (PNG specification, section 11.3.4). */
export type PngTextKind = "tEXt" | "iTXt" | "zTXt";

function textChunk(kind: PngTextKind, keyword: string, text: string, language: string): Buffer {
  const zero = Buffer.from([0]);
  const key = Buffer.concat([Buffer.from(keyword, "latin1"), zero]);
  if (kind === "tEXt") return Buffer.concat([key, Buffer.from(text, "latin1")]);
  if (kind === "zTXt") return Buffer.concat([key, zero, deflateSync(Buffer.from(text, "latin1"))]);
  if (!language) return Buffer.concat([key, Buffer.from([0, 0, 0, 0]), Buffer.from(text)]);
  return Buffer.concat([key, Buffer.from(`\x01\0${language}\0traduzida\0`), deflateSync(Buffer.from(text))]);
}

/**
 * @param png a whole file; the texts, by keyword, are inserted before its end
 * @param language language of an iTXt chunk, which then has a translated keyword and compressed text
 */
export function withPngTexts(
  png: Buffer,
  texts: Record<string, string>,
  kind: PngTextKind = "tEXt",
  language = "",
): Buffer {
  const end = png.length - 12;
  const chunks = Object.entries(texts).map(([keyword, text]) => {
    const body = Buffer.concat([Buffer.from(kind), textChunk(kind, keyword, text, language)]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(body.length - 4);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  });
  return Buffer.concat([png.subarray(0, end), ...chunks, png.subarray(end)]);
}

export interface ExifTexts {
  Make?: string;
  Model?: string;
  /** Starts with eight bytes for its encoding. */
  UserComment?: Buffer;
  /** Orientation, 1 to 8. */
  Orientation?: number;
}

/** Encodes a user comment as Automatic1111 does. */
export function unicodeComment(text: string, order: "be" | "le" = "be"): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return Buffer.concat([Buffer.from("UNICODE\0"), order === "be" ? bytes.swap16() : bytes]);
}

type Entry = [tag: number, type: number, count: number, value: Buffer | number];

/** Encodes an image file directory (TIFF 6.0, section 2), followed by the values that do not fit into it. */
function folder(entries: Entry[], at: number): Buffer {
  const sorted = entries.toSorted(([a], [b]) => a - b);
  const head = Buffer.alloc(2 + 12 * sorted.length + 4);
  head.writeUInt16LE(sorted.length);
  const rest: Buffer[] = [];
  let restAt = at + head.length;
  for (const [index, [tag, type, count, value]] of sorted.entries()) {
    const place = 2 + 12 * index;
    head.writeUInt16LE(tag, place);
    head.writeUInt16LE(type, place + 2);
    head.writeUInt32LE(count, place + 4);
    if (typeof value === "number") head.writeUInt32LE(value, place + 8);
    else {
      head.writeUInt32LE(restAt, place + 8);
      rest.push(value);
      restAt += value.length;
    }
  }
  return Buffer.concat([head, ...rest]);
}

function exif({ Make, Model, UserComment, Orientation }: ExifTexts): Buffer {
  const ascii = (tag: number, text: string): Entry => [tag, 2, text.length + 1, Buffer.from(`${text}\0`)];
  const entries: Entry[] = [];
  if (Make !== undefined) entries.push(ascii(0x010f, Make));
  if (Model !== undefined) entries.push(ascii(0x0110, Model));
  if (Orientation !== undefined) entries.push([0x0112, 3, 1, Orientation]);
  const start = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  if (!UserComment) return Buffer.concat([start, folder(entries, 8)]);
  const pointer: Entry = [0x8769, 4, 1, 0];
  const second = 8 + folder([...entries, pointer], 8).length;
  pointer[3] = second;
  return Buffer.concat([
    start,
    folder([...entries, pointer], 8),
    folder([[0x9286, 7, UserComment.length, UserComment]], second),
  ]);
}

export function withJpegExif(jpeg: Buffer, texts: ExifTexts): Buffer {
  const body = Buffer.concat([Buffer.from("Exif\0\0"), exif(texts)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** @param webp a still picture written by sharp, with this size in pixels */
export function withWebpExif(webp: Buffer, width: number, height: number, texts: ExifTexts): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
  };
  const extended = Buffer.alloc(10);
  extended[0] = 0x08;
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const body = [Buffer.from("WEBP"), chunk("VP8X", extended), webp.subarray(12), chunk("EXIF", exif(texts))];
  return chunk("RIFF", Buffer.concat(body));
}
