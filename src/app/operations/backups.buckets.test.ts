/** Backups of sites whose pictures are in a bucket, and into one. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { variantWidths } from "#media/contract.ts";
import { readFile, type Storage } from "#platform/storage.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { type Buckets, startBuckets } from "#tests/support/buckets.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { emptyPlace, publishInColor } from "#tests/support/places.ts";
import { createUser } from "#tests/support/users.ts";
import { backUpSite, restoreSite } from "./backups.ts";

/** So wide that a picture has several files. */
const WIDTH = 900;

// Two sites with pictures in several sizes, which take seconds on a busy machine.
let folder: string;
let buckets: Buckets;
const sites = {} as { bucket: TestApp; disk: TestApp };

beforeAll(async () => {
  [folder, buckets] = await Promise.all([
    makeTestFolder(),
    startBuckets("pictures", "from-bucket", "from-disk", "used"),
  ]);
  const { bucket, endpoint, accessKeyId, secretAccessKey } = buckets.options("pictures");
  sites.bucket = await createTestApp({
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  sites.disk = await createTestApp();
  for (const site of Object.values(sites)) await publishSome(site);
});
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close();
  await buckets.close();
  await rm(folder, { recursive: true });
});

async function publishSome(site: TestApp): Promise<void> {
  const ana = await createUser(site.ctx, { username: "Ana" });
  for (const color of ["#aa0000", "#00aa00", "#0000aa"]) {
    await publishInColor(site, ana, color, { width: WIDTH, height: 600 });
  }
}

const contents = async (storage: Storage, keys: string[]) =>
  new Map(
    await Promise.all(keys.toSorted().map(async (key) => [key, await readFile(storage, key)] as const)),
  );

test.each([
  ["bucket", "bucket"],
  ["disk", "bucket"],
  ["bucket", "disk"],
] as const)("from %s to %s every picture is restored, byte by byte, and no other file", async (from, to) => {
  const source = sites[from];
  const path = join(folder, `${from}-${to}.tar`);
  await backUpSite(source.ctx, path);
  const name = `from-${from}`;
  const s3 = to === "bucket" ? buckets.options(name) : undefined;
  const { storage, dataDir, restore } = await emptyPlace(s3);
  await restore(path);

  const before = await (from === "bucket" ? buckets.keys("pictures") : mediaFiles(source.ctx.config.dataDir));
  const after = await (s3 ? buckets.keys(name) : mediaFiles(dataDir));
  expect(after.toSorted()).toEqual(before.toSorted());
  // For each prompt the picture's widths and the link preview.
  expect(after).toHaveLength(3 * (variantWidths(WIDTH).length + 1));
  expect(await contents(storage, after)).toEqual(await contents(source.ctx.storage, before));
});

test("another site's files of the same names are not replaced, unless told so", async () => {
  const path = join(folder, "used.tar");
  await backUpSite(sites.bucket.ctx, path);
  const { database, storage, restore } = await emptyPlace(buckets.options("used"));
  const [id] = (await sites.bucket.ctx.db.selectFrom("prompts").select("id").execute()).map(({ id }) => id);
  const key = `preview-${id}.jpg`;
  const theirs = Buffer.from("somebody's");
  await storage.put(key, theirs, "image/jpeg");

  await expect(restore(path)).rejects.toThrow(`other files under 1 of the backup's names, such as ${key}.`);
  expect((await contents(storage, [key])).get(key)).toEqual(theirs);
  expect((await database.pool.query("select to_regclass('prompts') as prompts")).rows).toEqual([
    { prompts: null },
  ]);

  await restoreSite(path, database.connection, storage, { replaceFiles: true });
  const keys = await buckets.keys("used");
  expect(await contents(storage, keys)).toEqual(await contents(sites.bucket.ctx.storage, keys));
});
