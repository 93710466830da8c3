import { expect, test } from "vitest";
import { azulejo } from "#ui/tile.ts";
import { fromPixels, type Pixels, sharp } from "./codecs.ts";
import { drawableText, drawLinkPreview } from "./link-preview.ts";

function still(width: number, height: number, fill: (index: number) => number): Pixels {
  const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => fill(index)));
  return { data, info: { width, height, channels: 3 } };
}

/** The brightness of an area's pixels, row by row. */
function greys(jpeg: Buffer, left: number, width: number, height: number): Promise<Buffer> {
  return sharp(jpeg).extract({ left, top: 0, width, height }).greyscale().raw().toBuffer();
}

/** How much of the title's field is white. */
async function whiteness(jpeg: Buffer): Promise<number> {
  const field = await greys(jpeg, 630, 570, 440);
  return field.filter((value) => value > 240).length / field.length;
}

test("the preview shows the picture, the title in white on blue, and tiles", async () => {
  const green = still(900, 600, (index) => (index % 3 === 1 ? 180 : 0));
  const jpeg = await drawLinkPreview(green, "Descrição de maçãs & pães <b>", "seed");
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });

  const data = await sharp(jpeg).raw().toBuffer();
  const at = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
  const near = (actual: number[], expected: number[]) =>
    actual.every((value, channel) => Math.abs(value - (expected[channel] ?? 0)) < 12);
  const blue = [...Buffer.from(azulejo.main.slice(1), "hex")];
  expect(near(at(300, 250), [0, 180, 0])).toBe(true);
  expect(near(at(1190, 10), blue)).toBe(true);
  expect(near(at(730, 519), blue)).toBe(true);
  expect(await whiteness(jpeg)).toBeGreaterThan(0.02);
});

test.each([
  ["grey", 1, [120], 120],
  ["grey and half transparent", 2, [120, 128], 187],
  ["half transparent", 4, [120, 120, 120, 128], 187],
] as const)(
  "a picture that is %s is laid upon white, beside the blue",
  async (_how, channels, pixel, expected) => {
    const data = Buffer.from(Array.from({ length: 90 * 60 }, () => pixel).flat());
    const jpeg = await drawLinkPreview({ data, info: { width: 90, height: 60, channels } }, "Título", "seed");
    const pixels = (left: number) =>
      sharp(jpeg).extract({ left, top: 0, width: 30, height: 300 }).raw().toBuffer();
    expect((await pixels(50)).filter((value) => Math.abs(value - expected) > 3)).toHaveLength(0);
    expect([...(await pixels(1165)).subarray(0, 3)].map((value) => Math.round(value / 8))).toEqual(
      [...Buffer.from(azulejo.main.slice(1), "hex")].map((value) => Math.round(value / 8)),
    );
  },
);

test("different seeds give different tiles, the same gives the same file", async () => {
  const grey = still(40, 40, () => 128);
  const [one, again, other] = await Promise.all(
    ["1", "1", "2"].map((seed) => drawLinkPreview(grey, "Título", seed)),
  );
  expect(one?.equals(again as Buffer)).toBe(true);
  expect(one?.equals(other as Buffer)).toBe(false);
});

test("a title of 120 wide characters stays in its field; one that cannot be drawn leaves it empty", async () => {
  const grey = still(40, 40, () => 128);
  for (const title of ["M".repeat(120), "MMMMMMMM ".repeat(13)]) {
    const jpeg = await drawLinkPreview(grey, title, "seed");
    expect(Math.max(...(await greys(jpeg, 1160, 40, 440)))).toBeLessThan(100);
    expect(await whiteness(jpeg)).toBeGreaterThan(0.05);
  }
  expect(await whiteness(await drawLinkPreview(grey, "日本語 🎨", "seed"))).toBe(0);
});

test("a square picture's middle stays in the middle", async () => {
  const disc = still(200, 200, (index) => {
    const [x, y] = [Math.floor(index / 3) % 200, Math.floor(index / 600)];
    return (x - 100) ** 2 + (y - 100) ** 2 < 60 ** 2 ? 0 : 255;
  });
  const column = await greys(await drawLinkPreview(disc, "Disco", "seed"), 368, 1, 525);
  expect([10, 262, 515].map((y) => (column[y] ?? 0) > 128)).toEqual([true, false, true]);
});

test("short titles are large, and a word is not broken where a smaller size has room for it", async () => {
  const grey = still(40, 40, () => 128);
  const lowest = async (title: string) => {
    const field = await greys(await drawLinkPreview(grey, title, "seed"), 775, 425, 440);
    return Math.floor(field.findLastIndex((value) => value > 200) / 425);
  };
  expect(await lowest("Mar")).toBeGreaterThan(100);
  // One line, which ends where a line of such letters ends.
  expect(await lowest("Desproporcionado")).toBeLessThan(90);
});

test("even noise stays below 300 KB", async () => {
  let state = 1;
  const noise = still(800, 700, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  expect((await fromPixels(noise).jpeg({ quality: 85 }).toBuffer()).length).toBeGreaterThan(300 * 1024);
  const jpeg = await drawLinkPreview(noise, "Ruído", "seed");
  expect(jpeg.length).toBeLessThanOrEqual(300 * 1024);
});

test.each([
  ["Ação, coração e pão: “à la carte” – 100% útil…", "Ação, coração e pão: “à la carte” – 100% útil…"],
  ["Ac\u0327a\u0303o", "Ação"],
  ["Ştefan 🎨 e Łukasz", "Stefan e ukasz"],
  ["  muito   espaço ", "muito espaço"],
  ["a\u200bb\u00adc\u0007d", "abcd"],
  ["①②③ ﬁm", "123 fim"],
  ["日本語 🎨", ""],
])("of %j the font can draw %j", (title, drawn) => {
  expect(drawableText(title)).toBe(drawn);
});
