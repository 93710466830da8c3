import { randomBytes } from "node:crypto";
import { crc32, deflateSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { messages } from "#media/messages.ts";
import { type AppError, tooOften } from "#platform/http/errors.ts";
import { dataUrl } from "#tests/support/pictures.ts";
import { pngChunk } from "#tests/support/png-chunks.ts";
import { fromPixels, sharp } from "./codecs.ts";
import { preparePicture, type Uploader } from "./images.uploads.ts";

const TITLE = "Retrato em aquarela";

/** An account without a limit on its time. */
const uploader = (accountId: string): Uploader => ({
  accountId,
  rateLimits: { timed: async (_name, _account, work) => work((until) => until()) },
});
const prepare = (upload: string) => preparePicture(uploader("ana"), upload, TITLE);

/** A picture of one colour, unless told otherwise wide enough for two widths. */
function flat(color: string, width = 900, height = 600) {
  return sharp({ create: { width, height, channels: 3, background: color } });
}

/** Frames of growing brightness. */
function animation(width: number, height: number, frames: number) {
  const data = Buffer.concat(
    Array.from({ length: frames }, (_, frame) =>
      Buffer.alloc(width * height * 3, 20 + Math.round((200 / frames) * frame)),
    ),
  );
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

/** A PNG whose header claims other dimensions than its content has. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await flat("red", 9, 9).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** An AVIF whose header claims other dimensions than its content has. */
async function avifClaiming(width: number, height: number): Promise<Buffer> {
  const avif = await flat("red", 9, 9).avif().toBuffer();
  const dimensions = avif.indexOf("ispe") + 8;
  avif.writeUInt32BE(width, dimensions);
  avif.writeUInt32BE(height, dimensions + 4);
  return avif;
}

/** A GIF that shows one frame over and over: few bytes, many pixels. */
async function gifRepeating(width: number, height: number, frames: number): Promise<Buffer> {
  const gif = await flat("red", width, height).gif().toBuffer();
  const start = gif.indexOf(Buffer.from([0x21, 0xf9]));
  const frame = gif.subarray(start, gif.length - 1);
  return Buffer.concat([gif.subarray(0, start), ...Array<Buffer>(frames).fill(frame), Buffer.from(";")]);
}

async function refusalOf(upload: string): Promise<Pick<AppError, "status" | "code" | "field" | "message">> {
  const error = await prepare(upload).then(
    () => expect.fail("the picture was accepted"),
    (reason: AppError) => reason,
  );
  expect(error.name).toBe("AppError");
  const { status, code, field, message } = error;
  return { status, code, field, message };
}

const broken = { status: 400, code: "image_broken", field: "thumbnail_url", message: messages.broken };
const tooLarge = (message: string) => ({
  status: 413,
  code: "image_too_large",
  field: "thumbnail_url",
  message,
});

test.each(["png", "jpeg", "gif", "webp", "avif"] as const)(
  "a %s becomes WebP in the widths it is large enough for, and a link preview",
  async (format) => {
    const picture = await prepare(dataUrl(await flat("#3366cc").toFormat(format).toBuffer()));
    expect(picture).toMatchObject({ width: 900, height: 600, animated: false });
    expect(picture.hash).toMatch(/^[0-9a-f]{32}$/);
    expect(picture.variants.map(({ width }) => width)).toEqual([400, 680, 800, 900]);
    for (const { width, webp } of picture.variants) {
      const shown = await sharp(webp).metadata();
      expect(shown).toMatchObject({ format: "webp", width, height: Math.round((width * 2) / 3) });
    }
    expect(await sharp(picture.preview).metadata()).toMatchObject({
      format: "jpeg",
      width: 1200,
      height: 630,
    });

    const [red = 0, green = 0, blue = 0] =
      /^#(..)(..)(..)$/
        .exec(picture.color)
        ?.slice(1)
        .map((part) => Number.parseInt(part, 16)) ?? [];
    expect(Math.max(Math.abs(red - 0x33), Math.abs(green - 0x66), Math.abs(blue - 0xcc))).toBeLessThan(16);
  },
);

test.each([
  [2000, 1000, [400, 680, 800, 1200, 1600]],
  [1, 1, [1]],
  [16_383, 1, [400, 680, 800, 1200, 1600]],
  [1, 16_383, [1]],
])("a picture of %i × %i pixels is served in these widths: %j", async (width, height, widths) => {
  const picture = await prepare(dataUrl(await flat("red", width, height).png().toBuffer()));
  expect(picture).toMatchObject({ width, height });
  expect(picture.variants.map((variant) => variant.width)).toEqual(widths);
});

test("the hash is of what was sent", async () => {
  const hashOf = async (color: string) => (await prepare(dataUrl(await flat(color).png().toBuffer()))).hash;
  expect(await hashOf("red")).toBe(await hashOf("red"));
  expect(await hashOf("red")).not.toBe(await hashOf("blue"));
});

test.each(["gif", "webp"] as const)(
  "an animated %s stays animated, with its delays and loops",
  async (format) => {
    const source = await animation(500, 300, 3)
      .toFormat(format, { delay: [50, 120, 300], loop: 2 })
      .toBuffer();
    const picture = await prepare(dataUrl(source));
    expect(picture).toMatchObject({ width: 500, height: 300, animated: true });
    expect(picture.variants.map(({ width }) => width)).toEqual([400, 500]);
    for (const { width, webp } of picture.variants) {
      expect(await sharp(webp).metadata()).toMatchObject({
        format: "webp",
        width,
        pages: 3,
        delay: [50, 120, 300],
        loop: 2,
      });
    }
  },
);

test("a picture is turned as EXIF says, then loses EXIF with its place, XMP and profile", async () => {
  // Left half red, right half blue; orientation 6 says that the left side is up.
  const source = await flat("blue", 600, 400)
    .composite([{ input: await flat("red", 300, 400).png().toBuffer(), left: 0, top: 0 }])
    .withExif({
      IFD0: { Copyright: "Maria" },
      IFD3: {
        GPSLatitudeRef: "S",
        GPSLatitude: "23/1 33/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "46/1 38/1 0/1",
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Maria em casa</place></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await sharp(source).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });

  const picture = await prepare(dataUrl(source));
  expect(picture).toMatchObject({ width: 400, height: 600 });
  for (const file of [...picture.variants.map(({ webp }) => webp), picture.preview]) {
    const { exif, xmp, icc, iptc, orientation } = await sharp(file).metadata();
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
    expect(file.includes("Maria")).toBe(false);
  }
  const webp = picture.variants.at(-1)?.webp as Buffer;
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true });
  const above = data.subarray(0, 3);
  const below = data.subarray(data.length - info.channels);
  expect(above[0]).toBeGreaterThan(200);
  expect(below[2]).toBeGreaterThan(200);
});

test("colours of a wide-gamut profile are brought to sRGB before the profile goes", async () => {
  const source = await flat("rgb(200, 100, 50)", 64, 64).withIccProfile("p3").png().toBuffer();
  const picture = await prepare(dataUrl(source));
  const data = await sharp(picture.variants[0]?.webp).raw().toBuffer();
  for (const [channel, value] of [200, 100, 50].entries()) {
    expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(8);
  }
});

test("transparency stays", async () => {
  const source = sharp({ create: { width: 50, height: 50, channels: 4, background: "#ff000080" } });
  const picture = await prepare(dataUrl(await source.png().toBuffer()));
  const data = await sharp(picture.variants[0]?.webp).raw().toBuffer();
  expect(data[3]).toBeGreaterThan(120);
  expect(data[3]).toBeLessThan(136);
});

test.each([
  ["CMYK JPEG", () => flat("red").toColourspace("cmyk").jpeg()],
  ["16-bit grey PNG", () => flat("grey").toColourspace("grey16").png()],
  ["palette PNG", () => flat("red").png({ palette: true })],
  ["10-bit AVIF", () => flat("red").avif({ bitdepth: 10, effort: 0 })],
])("a %s is accepted", async (_, make) => {
  const picture = await prepare(dataUrl(await make().toBuffer()));
  expect(await sharp(picture.variants[0]?.webp).metadata()).toMatchObject({ format: "webp", depth: "uchar" });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
test("the decoder itself knows neither TIFF nor SVG", async () => {
  const tiff = await flat("red", 9, 9).tiff().toBuffer();
  for (const bytes of [tiff, Buffer.from(svg)]) {
    await expect(sharp(bytes).metadata()).rejects.toThrow("unsupported image format");
  }
});

test.each(["png", "jpeg", "gif", "webp", "avif"] as const)("a %s cut short is refused", async (format) => {
  const noise = fromPixels({
    data: randomBytes(60 * 40 * 3),
    info: { width: 60, height: 40, channels: 3 },
  });
  const bytes = await noise.toFormat(format).toBuffer();
  for (const part of [0.2, 0.5, 0.8, 0.97]) {
    const cut = bytes.subarray(0, Math.floor(bytes.length * part));
    expect(await refusalOf(dataUrl(cut, `image/${format}`))).toEqual(broken);
  }
});

const JUNK = Buffer.from("\x00\x07 nada que se mostre");

/** A picture's file without what ends it, or with other bytes behind it: no pixel is missing. */
const ENDS: [format: "png" | "jpeg" | "gif" | "webp" | "avif", name: string, end: number, tail?: Buffer][] = [
  ["png", "without IEND", 12],
  ["png", "with half of IEND", 5],
  ["png", "with half of the last checksum of its pixels", 14],
  ["png", "without the checksums of its pixels", 20],
  ["png", "with other bytes behind it", 0, JUNK],
  ["jpeg", "without EOI", 2],
  ["jpeg", "with half of EOI", 1],
  ["jpeg", "with other bytes behind it", 0, JUNK],
  ["gif", "without trailer", 1],
  ["gif", "without the end of its last picture's data", 2],
  ["gif", "with half of a comment in place of the trailer", 1, Buffer.from("!\xfe\x14meia", "latin1")],
  ["gif", "with other bytes in place of the trailer", 1, JUNK],
  ["gif", "with other bytes behind it", 0, JUNK],
  ["webp", "with other bytes behind it", 0, JUNK],
  ["avif", "with other bytes behind it", 0, JUNK],
];
test.each(ENDS)(
  "a %s %s is accepted, as browsers show it whole",
  async (format, _, end, tail = Buffer.of()) => {
    const quality = format === "jpeg" ? [{}, { progressive: true }] : [{}];
    for (const options of quality) {
      const bytes = await animation(60, 40, 3).toFormat(format, options).toBuffer();
      const upload = Buffer.concat([bytes.subarray(0, bytes.length - end), tail]);
      const [whole, shown] = [await prepare(dataUrl(bytes)), await prepare(dataUrl(upload))];
      expect(shown.animated).toBe(format === "gif" || format === "webp");
      expect(shown.variants).toEqual(whole.variants);
    }
  },
);

/** The pixels of a PNG, packed, and a file of others. */
function packedPixels(png: Buffer): {
  packed: Buffer;
  withPacked: (packed: Buffer, checksum?: number) => Buffer;
} {
  const start = png.indexOf("IDAT") - 4;
  const end = start + 12 + png.readUInt32BE(start);
  expect(png.indexOf("IDAT", end)).toBe(-1);
  return {
    packed: png.subarray(start + 8, end - 4),
    withPacked: (packed, checksum) => {
      const chunk = pngChunk("IDAT", packed);
      if (checksum !== undefined) chunk.writeUInt32BE(checksum, chunk.length - 4);
      return Buffer.concat([png.subarray(0, start), chunk, png.subarray(end)]);
    },
  };
}

describe.each([false, true])("a PNG, interlaced: %s", (progressive) => {
  test.each(["rgb", "grey", "with transparency", "with a palette"])("%s", async (kind) => {
    const pixels = animation(61, 41, 1).composite([
      { input: await flat("red", 20, 20).png().toBuffer(), left: 3, top: 5 },
    ]);
    const picture =
      kind === "grey" ? pixels.toColourspace("b-w") : kind === "rgb" ? pixels : pixels.ensureAlpha(0.5);
    const png = await picture.png({ progressive, palette: kind === "with a palette" }).toBuffer();
    const { packed, withPacked } = packedPixels(png);
    const { variants } = await prepare(dataUrl(png));
    const unpacked = inflateSync(packed);
    const wrong = Buffer.concat([packed.subarray(0, -1), Buffer.of((packed.at(-1) ?? 0) ^ 255)]);
    // One of the checksums vouches for the pixels, or none contradicts them.
    for (const taken of [
      withPacked(packed, 1),
      withPacked(wrong),
      withPacked(packed.subarray(0, -4)),
      withPacked(deflateSync(Buffer.concat([unpacked, unpacked]))),
      png.subarray(0, png.length - 16),
    ])
      expect((await prepare(dataUrl(taken))).variants).toEqual(variants);
    for (const refused of [
      withPacked(wrong, 1),
      withPacked(packed.subarray(0, -4), 1),
      withPacked(deflateSync(unpacked.subarray(0, -1))),
      withPacked(Buffer.of()),
    ])
      expect(await refusalOf(dataUrl(refused))).toEqual(broken);
  });
});

test("a GIF that ends where a full block of its picture ends is refused", async () => {
  const noise = fromPixels({ data: randomBytes(60 * 40 * 3), info: { width: 60, height: 40, channels: 3 } });
  const gif = await noise.gif().toBuffer();
  // Behind the screen, its colours, the picture's descriptor and the size of codes.
  let at = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 60, 0, 40, 0])) + 11;
  expect(gif[at]).toBe(255);
  at += 256;
  expect(await refusalOf(dataUrl(gif.subarray(0, at)))).toEqual(broken);
});

test("a JPEG that lacks more than its end is refused", async () => {
  const noise = { data: randomBytes(60 * 40 * 3), info: { width: 60, height: 40, channels: 3 } } as const;
  for (const progressive of [false, true]) {
    const bytes = await fromPixels(noise).jpeg({ progressive }).toBuffer();
    for (const cut of [4, 20, 100]) {
      expect(await refusalOf(dataUrl(bytes.subarray(0, bytes.length - cut)))).toEqual(broken);
    }
  }
});

test("a GIF that announces another frame and ends is refused", async () => {
  const bytes = await animation(60, 40, 3).gif().toBuffer();
  const last = bytes.lastIndexOf(Buffer.from([0x21, 0xf9, 0x04]));
  expect(await refusalOf(dataUrl(bytes.subarray(0, last + 8)))).toEqual(broken);
});

test("an animated GIF cut after its first frames is refused", async () => {
  const bytes = await animation(60, 40, 5).gif().toBuffer();
  expect(await refusalOf(dataUrl(bytes.subarray(0, Math.floor(bytes.length * 0.7))))).toEqual(broken);
});

test("a damaged picture is refused, not half shown", async () => {
  const bytes = await animation(200, 600, 1).png({ compressionLevel: 0 }).toBuffer();
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0, middle, middle + 400);
  expect(await refusalOf(dataUrl(bytes))).toEqual(broken);
  const disguised = Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, "latin1");
  expect(await refusalOf(dataUrl(disguised))).toEqual(broken);
});

test("a bomb is refused by its header, before it is decoded", async () => {
  const moving = (message: string) => ({ ...tooLarge(message), status: 400 });
  for (const [bytes, refusal] of [
    [await pngClaiming(60_000, 60_000), tooLarge(messages.sideTooLong)],
    [await pngClaiming(16_384, 1), tooLarge(messages.sideTooLong)],
    [await pngClaiming(7500, 6700), tooLarge(messages.tooManyPixels)],
    [await gifRepeating(1000, 1000, 17), moving(messages.tooManyPixelsMoving)],
    [await gifRepeating(1, 1, 501), moving(messages.tooManyFrames)],
    [await avifClaiming(4001, 4000), tooLarge(messages.tooManyPixelsAvif)],
  ] as const)
    expect(await refusalOf(dataUrl(bytes))).toEqual(refusal);
});

test("beyond twelve waiting pictures an upload is refused with 503 and Retry-After", async () => {
  const upload = dataUrl(await flat("red", 9, 9).png().toBuffer());
  const answers = await Promise.allSettled(
    Array.from({ length: 16 }, (_, number) => preparePicture(uploader(`account ${number}`), upload, TITLE)),
  );
  const refused = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason as AppError] : [],
  );
  expect(refused.length).toBe(3);
  for (const error of refused) {
    expect(error).toMatchObject({ status: 503, code: "over_capacity", headers: { "retry-after": "10" } });
  }
  // The queue works on.
  await prepare(upload);
});

/** Sends uploads in this order. @returns the accounts in the order in which they were answered */
async function answered(uploads: [account: string, upload: string][]): Promise<string[]> {
  const done: string[] = [];
  await Promise.all(
    uploads.map(([account, upload]) =>
      preparePicture(uploader(account), upload, TITLE).then(
        () => done.push(account),
        ({ status, message }: AppError) => done.push(`${account}: ${status} ${message}`),
      ),
    ),
  );
  return done;
}

test("an account with several pictures waits for its own: another account's is next", async () => {
  const png = async (color: string) => dataUrl(await flat(color, 192, 192).png().toBuffer());
  const moving = async (number: number) =>
    dataUrl(
      await animation(160, 120, 2 + number)
        .webp()
        .toBuffer(),
    );
  const refused = `greedy: 429 ${messages.ownBusy}`;
  for (const make of [(number: number) => png(`rgb(${number}, 0, 0)`), moving]) {
    const uploads = await Promise.all([0, 1, 2, 3, 4].map(make));
    const others = uploads.pop() ?? "";
    const own = [...uploads, uploads[0] ?? ""].map((upload): [string, string] => ["greedy", upload]);
    expect(await answered([...own, ["modest", others]])).toEqual([
      refused,
      "greedy",
      "modest",
      "greedy",
      "greedy",
      "greedy",
    ]);
  }
});

test("a still picture does not wait for animations, however many and heavy", async () => {
  const raw = { width: 800, height: 8 * 150, channels: 3, pageHeight: 150 } as const;
  const noise = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw });
  const heavy = dataUrl(await noise.webp({ quality: 30, effort: 0 }).toBuffer());
  const small = dataUrl(await flat("red", 192, 192).png().toBuffer());
  expect(
    await answered([
      ["greedy", heavy],
      ["greed", heavy],
      ["modest", small],
    ]),
  ).toEqual(["modest", "greedy", "greed"]);
});

test("an account out of time is refused before anything is decoded; refused pictures are timed too", async () => {
  let timed = 0;
  let spent = false;
  const ana: Uploader = {
    accountId: "ana",
    rateLimits: {
      async timed(_name, _account, work) {
        if (spent) throw tooOften(60);
        timed++;
        return work((until) => until());
      },
    },
  };
  const png = await flat("red", 300, 300).png().toBuffer();
  await preparePicture(ana, dataUrl(png), TITLE);
  await expect(preparePicture(ana, dataUrl(png.subarray(0, 400)), TITLE)).rejects.toMatchObject(broken);
  expect(timed).toBe(2);
  spent = true;
  await expect(preparePicture(ana, dataUrl(png), TITLE)).rejects.toMatchObject({ status: 429 });
});
