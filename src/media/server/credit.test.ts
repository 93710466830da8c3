/** The credit in real files of each kind, read by two other readers: libwebp's through sharp, and ExifReader. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import ExifReader from "exifreader";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { creditedEtag, creditXmp, withCredit } from "./credit.ts";

const ADDRESS = "https://prompteca.example/prompts/42";
const NAME = 'Zé & <Ana> "Ñandú"';
const credit = (author = NAME) => creditXmp({ author, path: "/prompts/42" }, "https://prompteca.example");

/** Half transparent, so that no kind of file leaves the alpha channel out. */
const picture = (alpha = 1, [width, height] = [333, 221]) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 90, alpha } } });
function raw(data: Buffer) {
  return sharp(data, { raw: { width: 30, height: 20, channels: 3 } }).png();
}

const FILES: [kind: string, chunks: string[] | null, make: () => Promise<Buffer>][] = [
  ["a lossy WebP", ["VP8X", "XMP ", "VP8 "], () => picture().flatten().webp().toBuffer()],
  ["a large one", ["VP8X", "XMP ", "VP8 "], () => picture(1, [16_383, 9]).flatten().webp().toBuffer()],
  ["a transparent one", ["VP8X", "XMP ", "ALPH", "VP8 "], () => picture(0.5).webp().toBuffer()],
  ["a lossless one", ["VP8X", "XMP ", "VP8L"], () => picture().flatten().webp({ lossless: true }).toBuffer()],
  [
    "a lossless transparent one",
    ["VP8X", "XMP ", "VP8L"],
    () => picture(0.5).webp({ lossless: true }).toBuffer(),
  ],
  ["a moving one", ["VP8X", "XMP ", "ANIM", "ANMF", "ANMF"], () => makeAnimation()],
  ["a JPEG", null, () => picture().flatten().jpeg().toBuffer()],
];

async function makeAnimation(): Promise<Buffer> {
  const frames = await Promise.all(
    [10, 200].map((shade) => raw(Buffer.alloc(30 * 20 * 3, shade)).toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [80, 90] })
    .toBuffer();
}

/** Names of a WebP's chunks; fails where sizes do not add up. */
function chunksOf(webp: Buffer): string[] {
  expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
  const names: string[] = [];
  let at = 12;
  while (at < webp.length) {
    names.push(webp.toString("latin1", at, at + 4));
    const size = webp.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  expect(at).toBe(webp.length);
  return names;
}

async function shownOf(file: Buffer) {
  const { data, info } = await sharp(file, { animated: true }).raw().toBuffer({ resolveWithObject: true });
  const { format, width, height, pages, hasAlpha, delay } = await sharp(file).metadata();
  return { data, info, format, width, height, pages, hasAlpha, delay };
}

function read(file: Buffer) {
  const { xmp } = ExifReader.load(file, { expanded: true });
  const { _raw, ...tags } = xmp ?? {};
  return Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, tag?.description]));
}

describe.each(FILES)("%s", (_, chunks, make) => {
  test("names author and page, in XMP and nowhere else", async () => {
    const stored = await make();
    const { body, size } = await withCredit({ body: stored, size: stored.length }, credit());
    const file = body as Buffer;
    expect(file).toHaveLength(size);
    if (chunks) expect(chunksOf(file)).toEqual(chunks);
    const { xmp, exif, icc, iptc, orientation } = await sharp(file).metadata();
    expect({ exif, icc, iptc, orientation }).toEqual({});
    expect(xmp).toEqual(credit());
    expect(read(file)).toEqual({
      about: "",
      creator: NAME,
      source: ADDRESS,
      Credit: `${NAME}, ${ADDRESS}`,
    });
    expect(await shownOf(file)).toEqual(await shownOf(stored));
  });

  test.each([1, 29, 64 * 1024])("is the same as a stream, in pieces of %i bytes", async (piece) => {
    const stored = await make();
    const pieces: Buffer[] = [];
    for (let at = 0; at < stored.length; at += piece) pieces.push(stored.subarray(at, at + piece));
    const { body, size } = await withCredit(
      { body: Readable.from(pieces, { objectMode: false }), size: stored.length },
      credit(),
    );
    const whole = (await withCredit({ body: stored, size: stored.length }, credit())).body;
    expect(await buffer(body as Readable)).toEqual(whole);
    expect(size).toBe((whole as Buffer).length);
  });
});

test.each([
  ["nothing", ""],
  ["a short file", "RIFF"],
  ["another file", "a".repeat(100)],
  ["a WebP of an unknown kind", `RIFF\0\0\0\0WEBPVP9 ${"\0".repeat(40)}`],
])("%s stays as it is, as a stream too", async (_, text) => {
  const stored = Buffer.from(text, "latin1");
  expect(await withCredit({ body: stored, size: stored.length }, credit())).toEqual({
    body: stored,
    size: stored.length,
  });
  const { body, size } = await withCredit({ body: Readable.from([stored]), size: stored.length }, credit());
  expect(await buffer(body as Readable)).toEqual(stored);
  expect(size).toBe(stored.length);
});

test("a stream that nobody reads, or stops reading, is closed", async () => {
  for (const start of [false, true]) {
    const stored = Readable.from([Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2)], { objectMode: false });
    const { body } = await withCredit({ body: stored, size: 200_000 }, credit());
    if (start) await (body as Readable).iterator({ destroyOnReturn: false }).next();
    (body as Readable).destroy();
    await expect.poll(() => stored.destroyed).toBe(true);
  }
});

test("a stream that breaks off fails, in its first bytes and later", async () => {
  for (const first of [Buffer.alloc(10), Buffer.alloc(1000)]) {
    const broken = Readable.from(
      (async function* () {
        yield first;
        throw new Error("the bucket went away");
      })(),
      { objectMode: false },
    );
    const sending = withCredit({ body: broken, size: 2000 }, credit()).then(({ body }) =>
      buffer(body as Readable),
    );
    await expect(sending).rejects.toThrow("the bucket went away");
  }
});

test("another name or page is another ETag", () => {
  const etags = ["Ana", "Bia", NAME].map((name) => creditedEtag('"abc"', credit(name)));
  expect(new Set(etags).size).toBe(3);
  for (const etag of etags) expect(etag).toMatch(/^"abc-[\w-]{8}"$/);
  expect(creditedEtag('"abc"', credit("Ana"))).toBe(etags[0]);
});
