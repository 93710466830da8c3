/** Backups of sites whose pictures are in a bucket, and into one. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer as readWhole } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { variantWidths } from "#media/contract.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import type { Storage } from "#platform/storage.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { type Buckets, startBuckets } from "#tests/support/buckets.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser } from "#tests/support/users.ts";
import { backUpSite, restoreSite } from "./backups.ts";

/** So wide that a picture has several files. */
const WIDTH = 900;

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
    S3_ENDPOINT: endpoint ?? "",
    S3_ACCESS_KEY_ID: accessKeyId ?? "",
    S3_SECRET_ACCESS_KEY: secretAccessKey ?? "",
  });
  sites.disk = await createTestApp();
  for (const site of Object.values(sites)) await publishSome(site);
});
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close();
  await buckets.close();
  await rm(folder, { recursive: true });
});

async function publishSome({ app, ctx }: TestApp): Promise<void> {
  const ana = await createUser(ctx, { username: "Ana" });
  for (const color of ["#aa0000", "#00aa00", "#0000aa"]) {
    const answer = await app.inject({
      method: "POST",
      url: "/api/prompts",
      headers: { authorization: `Bearer ${ana.token}` },
      payload: {
        title: `Um prompt ${color}`,
        content: "Escreva um poema sobre o mar.",
        llm_type_id: 1,
        thumbnail_url: await pictureDataUrl(color, WIDTH, 600),
      },
    });
    expect(answer.statusCode).toBe(201);
  }
}

async function contents(storage: Storage, keys: string[]): Promise<Map<string, Buffer>> {
  const files = await Promise.all(
    keys.toSorted().map(async (key) => {
      const file = await storage.get(key);
      if (!file) throw new Error(`${key} is not there`);
      return [key, Buffer.isBuffer(file.body) ? file.body : await readWhole(file.body)] as const;
    }),
  );
  return new Map(files);
}

test.each([
  ["bucket", "bucket"],
  ["disk", "bucket"],
  ["bucket", "disk"],
] as const)("from %s to %s every picture comes, byte by byte, and no other file", async (from, to) => {
  const source = sites[from];
  const path = join(folder, `${from}-${to}.tar`);
  await backUpSite(source.ctx, path);
  const database = await createTestDatabase({ empty: true });
  const dataDir = await makeTestFolder();
  const name = `from-${from}`;
  const s3 = to === "bucket" ? buckets.options(name) : undefined;
  const storage = await openStorage({ dataDir, s3 });
  await restoreSite(path, database.connection, storage);

  const before = await (from === "bucket" ? buckets.keys("pictures") : mediaFiles(source.ctx.config.dataDir));
  const after = await (s3 ? buckets.keys(name) : mediaFiles(dataDir));
  expect(after.toSorted()).toEqual(before.toSorted());
  // Of each prompt the picture's widths and the link preview.
  expect(after).toHaveLength(3 * (variantWidths(WIDTH).length + 1));
  expect(await contents(storage, after)).toEqual(await contents(source.ctx.storage, before));
  await database.close();
  await rm(dataDir, { recursive: true });
});

test("what another site has under the same names is not replaced, unless that is said", async () => {
  const path = join(folder, "used.tar");
  await backUpSite(sites.bucket.ctx, path);
  const storage = await openStorage({ dataDir: folder, s3: buckets.options("used") });
  const [id] = (await sites.bucket.ctx.db.selectFrom("prompts").select("id").execute()).map(({ id }) => id);
  const key = `preview-${id}.jpg`;
  const theirs = Buffer.from("somebody's");
  await storage.put(key, theirs, "image/jpeg");

  const database = await createTestDatabase({ empty: true });
  const { connection, pool, close } = database;
  await expect(restoreSite(path, connection, storage)).rejects.toThrow(
    `other files under 1 of the backup's names, such as ${key}.`,
  );
  expect((await contents(storage, [key])).get(key)).toEqual(theirs);
  expect((await pool.query("select to_regclass('prompts') as prompts")).rows).toEqual([{ prompts: null }]);

  await restoreSite(path, connection, storage, { replaceFiles: true });
  const keys = await buckets.keys("used");
  expect(await contents(storage, keys)).toEqual(await contents(sites.bucket.ctx.storage, keys));
  await close();
});
