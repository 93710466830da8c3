import sharp from "sharp";
import { expect, test } from "vitest";
import { FORMAT_BYTES, imageFormat, mayMove } from "./image-format.ts";

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

test("a GIF may move, and a WebP of more than one frame", async () => {
  const frames = await Promise.all(
    ["#336699", "#993366"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moves = (bytes: Buffer) => {
    const head = bytes.subarray(0, FORMAT_BYTES);
    const format = imageFormat(head);
    return format && mayMove(head, format);
  };
  expect(
    moves(
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    ),
  ).toBe(true);
  expect(moves(await picture.clone().gif().toBuffer())).toBe(true);
  expect(moves(await picture.clone().webp().toBuffer())).toBe(false);
  expect(moves(await picture.clone().ensureAlpha(0.5).webp().toBuffer())).toBe(false);
  expect(moves(await picture.clone().png().toBuffer())).toBe(false);
});
