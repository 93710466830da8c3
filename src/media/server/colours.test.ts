/**
 * Every format and depth, with every kind of colour profile, and colours named by numbers: the served picture shows the
 * same.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { imageFormat } from "#media/image-format.ts";
import { greyProfile, rgbProfile } from "#tests/support/colour-profiles.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { fractions, pngChunk } from "#tests/support/png-chunks.ts";
import { sharp } from "./codecs.ts";
import { renderVariants } from "./variants.ts";

const WIDTH = 120;
const HEIGHT = 80;

/** Colours of the quarters, in sRGB: far enough from black for 8 bits of a linear profile. */
const COLOURS = [
  [220, 90, 90],
  [90, 200, 90],
  [90, 90, 220],
  [250, 250, 250],
];
const GREYS = [90, 130, 180, 250].map((grey) => [grey, grey, grey]);

const folder = await makeTestFolder();
afterAll(() => removeTestFolder(folder));

async function profileFile(name: string, profile: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, profile);
  return path;
}

/** Profiles that the encoder converts to and embeds; none without a name. */
const PROFILES: Record<string, string> = {
  "no profile": "",
  sRGB: "srgb",
  "Display P3": "p3",
  "Adobe RGB": await profileFile("adobe", rgbProfile("adobe", 2.2)),
  "a linear profile": await profileFile("linear", rgbProfile("srgb", 1)),
};
const GREY_PROFILES: Record<string, string> = {
  "no profile": "",
  "a grey profile": await profileFile("grey", greyProfile(2.2)),
  "a brighter grey profile": await profileFile("brighter", greyProfile(1.4)),
};

function quarters(colours: number[][], channels: 3 | 4) {
  const data = Buffer.alloc(WIDTH * HEIGHT * channels, 255);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    const color = colours[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)] ?? [];
    data.set(color, pixel * channels);
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels } });
}

type Make = (picture: ReturnType<typeof sharp>) => ReturnType<typeof sharp>;
const RGB: Record<string, Make> = {
  "PNG of 8 bits": (picture) => picture.png(),
  "PNG of 16 bits": (picture) => picture.toColourspace("rgb16").png(),
  "PNG with a palette": (picture) => picture.png({ palette: true }),
  JPEG: (picture) => picture.jpeg({ quality: 100 }),
  WebP: (picture) => picture.webp({ lossless: true }),
  "AVIF of 8 bits": (picture) => picture.avif({ bitdepth: 8, quality: 100, effort: 0 }),
  "AVIF of 10 bits": (picture) =>
    picture.toColourspace("rgb16").avif({ bitdepth: 10, quality: 100, effort: 0 }),
  "AVIF of 12 bits": (picture) =>
    picture.toColourspace("rgb16").avif({ bitdepth: 12, quality: 100, effort: 0 }),
};
const GREY: Record<string, Make> = {
  "grey PNG of 8 bits": (picture) => picture.toColourspace("b-w").png(),
  "grey PNG of 16 bits": (picture) => picture.toColourspace("grey16").png(),
  "grey JPEG": (picture) => picture.toColourspace("b-w").jpeg({ quality: 100 }),
};

const all = (makes: Record<string, Make>, profiles: Record<string, string>, colours: number[][]) =>
  Object.entries(makes).flatMap(([kind, make]) =>
    (kind.includes("JPEG") ? ([3] as const) : ([3, 4] as const)).flatMap((channels) =>
      Object.entries(profiles).map(([profile, path]) => ({
        name: `${kind}${channels === 4 ? " with transparency" : ""}, ${profile}`,
        colours,
        upload: async () => {
          const picture = make(quarters(colours, channels));
          return (path ? picture.withIccProfile(path) : picture).toBuffer();
        },
      })),
    ),
  );
const KINDS = [...all(RGB, PROFILES, COLOURS), ...all(GREY, GREY_PROFILES, GREYS)];

async function expectServed(bytes: Buffer, colours: readonly number[][]): Promise<void> {
  const { variants } = await renderVariants(bytes, imageFormat(bytes) ?? expect.fail("no picture"));
  const { data, info } = await sharp(variants.at(-1)?.webp).raw().toBuffer({ resolveWithObject: true });
  for (const [i, color] of colours.entries()) {
    const [x, y] = [WIDTH * (i % 2 ? 0.75 : 0.25), HEIGHT * (i < 2 ? 0.25 : 0.75)];
    const at = (y * info.width + x) * info.channels;
    for (const [channel, value] of color.entries()) {
      expect(Math.abs((data[at + channel] ?? 0) - value), `${color}, channel ${channel}`).toBeLessThan(7);
    }
  }
}

test.each(KINDS)("$name", async ({ upload, colours }) => expectServed(await upload(), colours));

/** Chunks of a PNG. */
const gamma = (value: number) => pngChunk("gAMA", fractions(value));
const corners = (...values: number[]) => pngChunk("cHRM", fractions(...values));
const numbers = (...values: number[]) => pngChunk("cICP", Buffer.from(values));
const ADOBE_CORNERS = corners(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06);
const P3_CORNERS = corners(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06);
const SAME = [
  [220, 20, 20],
  [20, 200, 20],
  [20, 20, 220],
  [250, 250, 250],
];
const P3 = [
  [240, 0, 0],
  [0, 204, 0],
  [20, 20, 229],
  [250, 250, 250],
];

/** Chunks before the pixels, and the colours that Chromium 153 shows for {@link SAME}. */
const NUMBERED: [name: string, chunks: Buffer[], shown: number[][]][] = [
  ["nothing", [], SAME],
  ["the usual gamma", [gamma(0.45455)], SAME],
  ["corners without a gamma", [ADOBE_CORNERS], SAME],
  ["sRGB, whatever gamma it tells too", [pngChunk("sRGB", Buffer.of(0)), gamma(1)], SAME],
  ["a gamma of none", [gamma(0)], SAME],
  ["a gamma cut short", [pngChunk("gAMA", Buffer.of(0, 1))], SAME],
  ["unknown numbers", [numbers(99, 99, 0, 1)], SAME],
  [
    "a linear gamma",
    [gamma(1)],
    [
      [239, 79, 79],
      [79, 229, 79],
      [79, 79, 239],
      [253, 253, 253],
    ],
  ],
  [
    "gamma and corners of Adobe RGB",
    [gamma(0.45455), ADOBE_CORNERS],
    [
      [255, 12, 12],
      [0, 201, 0],
      [12, 12, 225],
      [250, 250, 250],
    ],
  ],
  [
    "gamma and corners of P3",
    [gamma(0.45455), P3_CORNERS],
    [
      [242, 0, 0],
      [0, 205, 0],
      [12, 12, 230],
      [250, 250, 250],
    ],
  ],
  ["the numbers of Display P3", [numbers(12, 13, 0, 1)], P3],
  ["numbers before a gamma", [gamma(1), numbers(12, 13, 0, 1)], P3],
  [
    "the numbers of BT.2020",
    [numbers(9, 13, 0, 1)],
    [
      [255, 0, 0],
      [0, 211, 0],
      [0, 4, 231],
      [250, 250, 250],
    ],
  ],
];

describe.each(["8", "16", "a palette"])("a PNG of %s bits that names its colours by numbers", (depth) => {
  test.each(NUMBERED)("%s", async (_, chunks, shown) => {
    const picture = quarters(SAME, 3);
    const png = await (depth === "16" ? picture.toColourspace("rgb16") : picture)
      .png({ palette: depth === "a palette" })
      .toBuffer();
    await expectServed(Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]), shown);
  });
});

test("a grey PNG with a linear gamma", async () => {
  const png = await quarters(GREYS, 3).toColourspace("b-w").png().toBuffer();
  const shown = [160, 189, 219, 253].map((grey) => [grey, grey, grey]);
  await expectServed(Buffer.concat([png.subarray(0, 33), gamma(1), png.subarray(33)]), shown);
});

/** An AVIF in P3 whose profile is replaced by numbers. */
async function numberedAvif(bitdepth: 8 | 10 | 12, primaries: number, transfer: number): Promise<Buffer> {
  const picture = bitdepth === 8 ? quarters(COLOURS, 3) : quarters(COLOURS, 3).toColourspace("rgb16");
  const avif = await picture
    .withIccProfile("p3")
    .avif({ bitdepth, quality: 100, effort: 0, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const profile = avif.indexOf("colrrICC") - 4;
  const properties = avif.indexOf("ipco") - 4;
  const [behind, end] = [
    profile + avif.readUInt32BE(profile),
    properties + avif.readUInt32BE(properties),
  ] as const;
  const box = Buffer.from("....colrnclx\0\0\0\0\0\x06\x80", "latin1");
  box.writeUInt32BE(box.length);
  box.writeUInt16BE(primaries, 12);
  box.writeUInt16BE(transfer, 14);
  // Nothing behind the properties moves.
  const free = Buffer.alloc(behind - profile - box.length);
  free.writeUInt32BE(free.length);
  free.write("free", 4);
  return Buffer.concat([
    avif.subarray(0, profile),
    box,
    avif.subarray(behind, end),
    free,
    avif.subarray(end),
  ]);
}

/** As P3 has them: (220, 90, 90) and its like of sRGB. */
const IN_P3 = [
  [206, 99, 94],
  [119, 197, 101],
  [91, 90, 213],
  [250, 250, 250],
];
describe.each([8, 10, 12] as const)("an AVIF of %i bits that names its colours by numbers", (bitdepth) => {
  test.each([
    ["Display P3", 12, 13, COLOURS],
    ["P3 with the curve of video", 12, 1, COLOURS],
    ["P3 with an unknown curve", 12, 2, COLOURS],
    ["sRGB", 1, 13, IN_P3],
    ["nothing", 2, 2, IN_P3],
  ] as const)("%s", async (_, primaries, transfer, shown) =>
    expectServed(await numberedAvif(bitdepth, primaries, transfer), shown),
  );
});

test("a JPEG in printing colours without a profile shows what Chromium 153 shows", async () => {
  const jpeg = await quarters(SAME, 3).toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
  expect(await sharp(jpeg).metadata()).toMatchObject({ space: "cmyk", hasProfile: false });
  await expectServed(jpeg, [
    [244, 10, 0],
    [120, 255, 0],
    [14, 50, 255],
    [249, 249, 249],
  ]);
});
