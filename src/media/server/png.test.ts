/** Of a PNG of a great many chunks no more is looked at, or kept, than pictures have. */
import { expect, test } from "vitest";
import { pngChunk } from "#tests/support/png-chunks.ts";
import { sharp } from "./codecs.ts";
import { numberedColours } from "./numbered-colours.ts";
import { mendedPng } from "./png.ts";

const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
  .png()
  .toBuffer();
const pixels = png.indexOf("IDAT") - 4;
/** With chunks right before its pixels. */
const withChunks = (...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, pixels), ...chunks, png.subarray(pixels)]);
const empty = (name: string, count: number): Buffer[] => Array(count).fill(pngChunk(name, Buffer.of()));

test("colours are looked for in the first ten thousand", () => {
  const ofVideo = pngChunk("cICP", Buffer.of(12, 13, 0, 1));
  const found = (...chunks: Buffer[]) => numberedColours(withChunks(...chunks), "png");
  expect(found(ofVideo)).toBeDefined();
  expect(found(...empty("abCd", 9000), ofVideo)).toBeDefined();
  expect(found(...empty("abCd", 10_000), ofVideo)).toBeUndefined();
});

test("a damaged one is mended if it has fewer", async () => {
  expect(await mendedPng(withChunks(...empty("IDAT", 9000)))).toBeDefined();
  expect(await mendedPng(withChunks(...empty("IDAT", 10_000)))).toBeUndefined();
});
