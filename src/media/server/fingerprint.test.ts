/** Copies are recognised, and nothing else: measured over all drawings of the demo site. */
import { readdir, readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { fromPixels, type Pixels, pixelsOf, sharp } from "./codecs.ts";
import { fingerprintOf, fingerprintsOfCopies, MAX_DIFFERENCE } from "./fingerprint.ts";
import { readStill } from "./variants.ts";

const FOLDER = new URL("../../../seeds/pictures/", import.meta.url);

const FAST = { compressionLevel: 1 };

function difference(one: string, other: string): number {
  let count = 0;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) count++;
  return count;
}

interface Drawing {
  still: Pixels;
  print: string;
  copies: string[];
}
let drawings: Drawing[];
beforeAll(async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".webp"));
  const drawn = names.map(async (name) => {
    const stored = sharp(await readFile(new URL(name, FOLDER)));
    const still = await pixelsOf(stored.resize({ width: 480 }).toColourspace("srgb"));
    return { still, print: (await fingerprintOf(still)) ?? "", copies: await fingerprintsOfCopies(still) };
  });
  // Flat ones have no fingerprint.
  drawings = (await Promise.all(drawn)).filter(({ print }) => print);
});

const cropped = (still: Pixels, left: number, top: number, right: number, bottom: number) => {
  const { width, height } = still.info;
  return fromPixels(still).extract({
    left: Math.round(width * left),
    top: Math.round(height * top),
    width: Math.round(width * (1 - left - right)),
    height: Math.round(height * (1 - top - bottom)),
  });
};
const shrunk = (still: Pixels, part: number) =>
  fromPixels(still).resize({ width: Math.round(still.info.width * part) });

describe("a copy is recognised when it is", () => {
  test.each<[string, (still: Pixels) => Promise<Buffer>]>([
    ["half as wide", (still) => shrunk(still, 0.5).webp({ quality: 75 }).toBuffer()],
    ["a quarter as wide, as JPEG", (still) => shrunk(still, 0.25).jpeg({ quality: 60 }).toBuffer()],
    ["compressed hard", (still) => fromPixels(still).jpeg({ quality: 15 }).toBuffer()],
    ["grey", (still) => fromPixels(still).greyscale().png(FAST).toBuffer()],
    ["a fifth brighter", (still) => fromPixels(still).modulate({ brightness: 1.2 }).png(FAST).toBuffer()],
    ["mirrored", (still) => fromPixels(still).flop().png(FAST).toBuffer()],
    ["cropped all around by 3%", (still) => cropped(still, 0.03, 0.03, 0.03, 0.03).png(FAST).toBuffer()],
    ["cropped all around by 9%", (still) => cropped(still, 0.09, 0.09, 0.09, 0.09).png(FAST).toBuffer()],
    ["cropped at the left by 8%", (still) => cropped(still, 0.08, 0, 0, 0).png(FAST).toBuffer()],
    ["cropped at the bottom by 5%", (still) => cropped(still, 0, 0, 0, 0.05).png(FAST).toBuffer()],
    [
      "cropped, shrunk and compressed",
      async (still) =>
        shrunk(await pixelsOf(cropped(still, 0.05, 0.05, 0.05, 0.05)), 0.4)
          .jpeg({ quality: 50 })
          .toBuffer(),
    ],
  ])("%s", async (_how, copyOf) => {
    const missed = [];
    // A fifth of them: each is encoded and decoded anew.
    for (const { still, copies } of drawings.filter((_, i) => i % 5 === 0)) {
      const print = await fingerprintOf(await readStill(await copyOf(still)));
      const nearest = Math.min(...copies.map((copy) => difference(copy, print ?? "")));
      if (!print || nearest > MAX_DIFFERENCE) missed.push(nearest);
    }
    expect(drawings.length).toBeGreaterThan(50);
    expect(missed).toEqual([]);
  });
});

test("no drawing is taken for a copy of another, by a margin", () => {
  let nearest = 256;
  for (const one of drawings) {
    for (const other of drawings) {
      if (one !== other) {
        nearest = Math.min(nearest, ...other.copies.map((copy) => difference(copy, one.print)));
      }
    }
  }
  expect(nearest).toBeGreaterThan(MAX_DIFFERENCE + 20);
});

test.each([
  [
    "one colour",
    () => pixelsOf(sharp({ create: { width: 400, height: 300, channels: 3, background: "#3366aa" } })),
  ],
  [
    "a single pixel",
    () => pixelsOf(sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })),
  ],
])("%s has no fingerprint: it would be like every other", async (_what, still) => {
  expect(await fingerprintOf(await still())).toBeNull();
  expect(await fingerprintsOfCopies(await still())).toEqual([]);
});
