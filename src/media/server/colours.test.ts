/** Every format and depth, with every kind of colour profile: what is served shows the colours that were uploaded. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { imageFormat } from "#media/image-format.ts";
import { greyProfile, rgbProfile } from "#tests/support/colour-profiles.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
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

/** What the encoder converts to and embeds; without a name, none. */
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

test.each(KINDS)("$name", async ({ upload, colours }) => {
  const bytes = await upload();
  const { variants } = await renderVariants(bytes, imageFormat(bytes) ?? expect.fail("no picture"));
  const { data, info } = await sharp(variants.at(-1)?.webp).raw().toBuffer({ resolveWithObject: true });
  for (const [i, color] of colours.entries()) {
    const [x, y] = [WIDTH * (i % 2 ? 0.75 : 0.25), HEIGHT * (i < 2 ? 0.25 : 0.75)];
    const at = (y * info.width + x) * info.channels;
    for (const [channel, value] of color.entries()) {
      expect(Math.abs((data[at + channel] ?? 0) - value), `${color}, channel ${channel}`).toBeLessThan(7);
    }
  }
});
