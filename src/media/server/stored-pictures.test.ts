/** How stored pictures are named, shown and read again: our own ones, and those that get another link preview. */
import { Readable } from "node:stream";
import { register } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#media/messages.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { Storage, StoredFile } from "#platform/storage.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { sharp } from "./codecs.ts";
import { makeMissingWidth, saveImage, savePreview } from "./images.service.ts";
import {
  type PreparedPicture,
  prepareOwnPicture,
  preparePicture,
  redrawPreview,
  type Uploader,
} from "./images.uploads.ts";
import { imageView, isPictureKey, widestKey } from "./stored-pictures.ts";

const hash = "0123456789abcdef".repeat(2);

/** An account, and the names of the limits for which its work was timed. */
function uploader() {
  const counted: string[] = [];
  const ana: Uploader = {
    accountId: "ana",
    rateLimits: {
      async timed(name, account, work) {
        counted.push(`${name} ${account}`);
        return work((until) => until());
      },
    },
  };
  return { ana, counted };
}

/** A store in memory that may stream its files, and the content type of each file that it was given. */
function memoryStore(files: Record<string, Buffer> = {}, streams = false) {
  const types: Record<string, string> = {};
  const storage: Storage = {
    async put(key, body, type) {
      files[key] = body;
      types[key] = type;
    },
    exists: async (key) => key in files,
    delete: async (key) => void delete files[key],
    check: async () => {},
    async get(key): Promise<StoredFile | null> {
      const file = files[key];
      return file ? { body: streams ? Readable.from([file]) : file, size: file.length, etag: '"1"' } : null;
    },
  };
  return { storage, types };
}

let database: TestDatabase;
let webp: Buffer;
let own: PreparedPicture;
beforeAll(async () => {
  database = await createTestDatabase();
  webp = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#3366cc" } })
    .webp()
    .toBuffer();
  own = await prepareOwnPicture(webp, "Um título");
});
afterAll(() => database.close());

test("a picture of our own is served as it is, with a link preview", async () => {
  expect(own).toMatchObject({ width: 900, height: 600, animated: false, variants: [{ width: 900, webp }] });
  expect(own.hash).toMatch(/^[0-9a-f]{32}$/);
  expect(own.color).toMatch(/^#3[0-9a-f]6[0-9a-f]c[0-9a-f]$/);
  expect(await sharp(own.preview).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
});

const stored = { hash, width: 900 };
const narrow = { width: 400, webp: Buffer.from("never read") };
const SOURCES: [string, () => [Storage, Parameters<typeof redrawPreview>[2]]][] = [
  ["a prepared picture", () => [memoryStore().storage, { ...own, variants: [narrow, ...own.variants] }]],
  ["a stored file", () => [memoryStore({ [`${hash}-900.webp`]: webp }).storage, stored]],
  ["a stored file that streams", () => [memoryStore({ [`${hash}-900.webp`]: webp }, true).storage, stored]],
];
test.each(SOURCES)(
  "a link preview is drawn again from the widest width of %s, in the account's time",
  async (_, source) => {
    const { ana, counted } = uploader();
    const drawn: (Buffer | undefined)[] = [];
    for (const title of ["Outro título", "Outro título", "Mais um"]) {
      drawn.push(await redrawPreview(ana, ...source(), title));
    }
    const [one, same, other] = drawn;
    expect(await sharp(one).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect([same, other].map((jpeg) => jpeg && one?.equals(jpeg))).toEqual([true, false]);
    expect(counted[0]).toBe("pictureTimePerAccount ana");
  },
);

test("a link preview of a lost picture is not drawn, and costs no time", async () => {
  const { ana, counted } = uploader();
  expect(
    await redrawPreview(ana, memoryStore().storage, { hash, width: 900 }, "Outro título"),
  ).toBeUndefined();
  expect(counted).toEqual([]);
});

test.each([
  [90, 90],
  [1600, 1600],
  [2000, 1600],
])("the widest file of a picture of %i pixels has %i", (width, widest) => {
  expect(widestKey(hash, width)).toBe(`${hash}-${widest}.webp`);
});

test.each([
  [90, 90, [90]],
  [640, 640, [400, 640]],
  [2000, 800, [400, 680, 800, 1200, 1600]],
])("a picture of %i pixels is shown in %i to who ignores srcset", (width, shown, widths) => {
  const common = { width, height: 1000, animated: false, color: "#0000ff" };
  expect(imageView({ ...common, image_hash: hash, image_alt: "Mar" })).toEqual({
    ...common,
    url: `/media/${hash}-${shown}.webp`,
    srcset: widths.map((step) => `/media/${hash}-${step}.webp ${step}w`).join(", "),
    alt: "Mar",
  });
});

test.each([`${hash}-1.webp`, `${hash}-1600.webp`, "preview-1.jpg", "preview-1234567890123456.jpg"])(
  "%s is a picture's key",
  (key) => {
    expect(isPictureKey(key)).toBe(true);
  },
);

test.each([
  "",
  "secret.key",
  `x${hash}-400.webp`,
  `${hash}-400.webpx`,
  `${hash}-400xwebp`,
  `${hash}0-400.webp`,
  `${hash.slice(1)}-400.webp`,
  `${"g".repeat(32)}-400.webp`,
  `${hash}-0400.webp`,
  `${hash}-40000.webp`,
  `${hash}-.webp`,
  "preview-0.jpg",
  "preview-01.jpg",
  "preview-1xjpg",
  "preview-1.jpg.webp",
  "preview-12345678901234567.jpg",
  "a-preview-1.jpg",
])("%j is none", (key) => {
  expect(isPictureKey(key)).toBe(false);
});

test("files are stored with their type, which a bucket answers", async () => {
  const { storage, types } = memoryStore();
  await inTransaction(database.db, (trx) => saveImage(trx, storage, own));
  await savePreview(storage, 7, own);
  expect(await makeMissingWidth(database.db, storage, `${own.hash}-400.webp`)).toBe(true);
  expect(types).toEqual({
    [`${own.hash}-900.webp`]: "image/webp",
    [`${own.hash}-400.webp`]: "image/webp",
    "preview-7.jpg": "image/jpeg",
  });
  const lost = memoryStore();
  for (const key of ["-400.webp", "-680.webp.part", "-500.webp"]) {
    expect(await makeMissingWidth(database.db, lost.storage, own.hash + key)).toBe(false);
  }
  expect(await makeMissingWidth(database.db, storage, `x${own.hash}-680.webp`)).toBe(false);
  expect(Object.keys(types)).toHaveLength(3);
});

test("an account's fifth upload at once is told when to come back", async () => {
  const { ana } = uploader();
  const upload = await pictureDataUrl();
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => preparePicture(ana, upload, "Mar")));
  const [refused, ...others] = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  expect(refused).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
    message: messages.ownBusy,
    headers: { "retry-after": "10" },
  });
  expect(others).toEqual([]);
});

test("operators see how long pictures take, refused ones apart", async () => {
  const counts = async () => {
    const text = await register.getSingleMetricAsString("prompteca_picture_seconds");
    return ["made", "refused"].map((outcome) =>
      Number(new RegExp(`seconds_count{outcome="${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0),
    );
  };
  const [made = 0, refused = 0] = await counts();
  const { ana } = uploader();
  const upload = await pictureDataUrl();
  await preparePicture(ana, upload, "Mar");
  const broken = `${upload.slice(0, -40)}${"A".repeat(40)}`;
  await expect(preparePicture(ana, broken, "Mar")).rejects.toMatchObject({ code: "image_broken" });
  expect(await counts()).toEqual([made + 1, refused + 1]);
});
