import sharp from "sharp";
import { expect, test } from "vitest";
import { pngChunk } from "#tests/support/png-chunks.ts";
import { FORMAT_BYTES, imageFormat, losesMovement, mayMove } from "./image-format.ts";

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } });

test.each(["png", "jpeg", "gif", "webp", "avif"] as const)(
  "a %s is known by its first bytes",
  async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    expect(imageFormat(bytes.subarray(0, FORMAT_BYTES))).toBe(format);
    // A view into the middle of a larger buffer reads its own bytes.
    expect(imageFormat(Buffer.concat([Buffer.alloc(7), bytes]).subarray(7))).toBe(format);
  },
);

/** The first box of an ISO media file. @param size in bytes, as the box tells it: its own, unless it lies */
function fileType(brands: string[], { type = "ftyp", size = 12 + 4 * brands.length } = {}): string {
  const [major = "", ...compatible] = brands;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return `${length.toString("latin1")}${type}${major}\0\0\0\0${compatible.join("")}`;
}

test.each([
  ["by its major brand alone", fileType(["avif"])],
  ["by its last brand", fileType(["mif1", "miaf", "avif"])],
  ["whose box goes on beyond what is known of it", fileType(["mif1", "avif"], { size: 5000 })],
])("an AVIF is one %s", (_, content) => {
  expect(imageFormat(Buffer.from(content, "latin1"))).toBe("avif");
});

test.each([
  ["nothing", ""],
  ["a text", "um texto qualquer, longo o bastante"],
  ["an SVG", `<svg xmlns="http://www.w3.org/2000/svg"/>`],
  ["a TIFF", "II*\0\x08\0\0\0"],
  ["a video of the same family", fileType(["mp42", "isom"])],
  ["a HEIC", fileType(["heic", "mif1", "heic"])],
  ["an AVIF without its whole first box", fileType(["avif"]).slice(0, 15)],
  ["a box of another type", fileType(["avif"], { type: "moov" })],
  ["a name after the box", `${fileType(["mif1", "miaf"])}avif`],
  ["a brand beyond the bytes that decide", fileType([...Array<string>(61).fill("miaf"), "avif"])],
  ["a GIF that begins later", " GIF89a, um texto"],
  ["a sound in the same container", "RIFF\0\0\0\0WAVEfmt "],
  ["a WebP without its container", "XXXX\0\0\0\0WEBPVP8 "],
])("%s is none of them", (_, content) => {
  expect(imageFormat(Buffer.from(content, "latin1"))).toBeUndefined();
});

test.each([
  ["VP8X", 0b10, true],
  ["VP8X", 0b11_1101, false],
  ["VP8 ", 0b10, false],
])("a WebP of the kind %s with the flags %i moves: %s", (kind, flags, moves) => {
  const head = Buffer.from(`RIFF\0\0\0\0WEBP${kind}\x0a\0\0\0${String.fromCharCode(flags)}`, "latin1");
  expect(imageFormat(head)).toBe("webp");
  expect(mayMove(head, "webp")).toBe(moves);
});

/** Two frames, one black and one white. */
const frames = sharp(Buffer.alloc(8 * 16 * 3).fill(255, 8 * 8 * 3), {
  raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
});

test.each([
  ["GIF", picture.clone().gif(), true],
  ["WebP of two frames", frames.webp(), true],
  ["WebP", picture.clone().webp(), false],
  ["transparent WebP", picture.clone().ensureAlpha(0.5).webp(), false],
  ["PNG", picture.clone().png(), false],
])("whether a %s may move", async (_, source, moves) => {
  const head = (await source.toBuffer()).subarray(0, FORMAT_BYTES);
  const format = imageFormat(head);
  expect(format && mayMove(head, format)).toBe(moves);
});

/** A PNG with chunks between its first one, which has 25 bytes, and the others. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await picture.clone().png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}
const movement = pngChunk("acTL", Buffer.alloc(8));

test("a PNG or an AVIF that moves loses its movement, and nothing else does", async () => {
  const words = pngChunk("tEXt", Buffer.from(`Comment\0${"acTL".repeat(500)}`));
  const moving = [
    await pngWith(movement),
    await pngWith(words, movement),
    Buffer.from(fileType(["avis", "avif", "msf1"]), "latin1"),
    Buffer.from(fileType(["avif", "avis"]), "latin1"),
  ];
  expect(moving.map(losesMovement)).toEqual([true, true, true, true]);
  const still = [
    await pngWith(),
    await pngWith(words),
    // Behind the pixels it means nothing.
    Buffer.concat([await pngWith(), movement]),
    await picture.clone().avif().toBuffer(),
    await picture.clone().gif().toBuffer(),
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    Buffer.from("\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR", "latin1"),
    Buffer.alloc(0),
  ];
  expect(still.map(losesMovement)).toEqual(still.map(() => false));
});
