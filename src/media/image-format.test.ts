import sharp from "sharp";
import { expect, test } from "vitest";
import { FORMAT_BYTES, imageFormat } from "./image-format.ts";

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

test.each([
  ["nothing", ""],
  ["a text", "um texto qualquer, longo o bastante"],
  ["an SVG", `<svg xmlns="http://www.w3.org/2000/svg"/>`],
  ["a video of the same family", "\0\0\0\x18ftypmp42\0\0\0\0mp42isom"],
  ["a HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
])("%s is none of them", (_, content) => {
  expect(imageFormat(Buffer.from(content, "latin1"))).toBeUndefined();
});
