import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jobs, openJobs } from "#platform/jobs.ts";
import { createLogger } from "#platform/log.ts";
import { openDiskStorage } from "#platform/storage/disk.ts";
import type { Storage } from "#platform/storage.ts";
import { pictureOwners } from "#prompts/server/pictures.service.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { startPictureJobs, sweepPictures } from "./removal.jobs.ts";

let folder: string;
let database: TestDatabase;
let jobs: Jobs;
let storage: Storage;

beforeAll(async () => {
  folder = await makeTestFolder();
  database = await createTestDatabase();
  jobs = await openJobs(database.connection, createLogger("silent"));
  storage = await openDiskStorage(join(folder, "media"));
  await startPictureJobs({ db: database.db, jobs, storage }, pictureOwners);
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

/** A picture of one width, file and row, that has been there for so long. */
async function leave(digit: string, age: string): Promise<string> {
  const hash = digit.repeat(32);
  await database.pool.query(
    `insert into images (hash, width, height, color, bytes, created_at) values ($1, 300, 200, '#000000', 1, now() - $2::interval)`,
    [hash, age],
  );
  await storage.put(`${hash}-300.webp`, Buffer.from("webp"), "image/webp");
  return hash;
}

test("a picture that lost its prompt and its job goes, row and files; one that is new or has a prompt stays", async () => {
  const [lost, used, fresh] = [
    await leave("a", "2 hours"),
    await leave("b", "2 hours"),
    await leave("c", "2 minutes"),
  ];
  await database.pool.query(
    `with author as (insert into users (email, username) values ('ana@exemplo.com.br', 'Ana') returning id)
      insert into prompts (user_id, llm_type_id, title, content, image_hash) select id, 1, 'Título', 'Um prompt comprido', $1 from author`,
    [used],
  );
  await sweepPictures({ db: database.db, jobs }, pictureOwners);
  const exist = async () =>
    Promise.all([lost, used, fresh].map((hash) => storage.exists(`${hash}-300.webp`)));
  await expect.poll(exist).toEqual([false, true, true]);
  await expect
    .poll(async () => (await database.pool.query("select hash from images order by hash")).rows)
    .toEqual([{ hash: used }, { hash: fresh }]);
});

test("removal is retried for weeks, and no job expires before", async () => {
  const { rows } = await database.pool.query(
    `select retry_limit * retry_delay_max >= 30 * 86400 as tried_for_weeks, retention_seconds >= retry_limit * retry_delay_max as kept
      from pgboss.queue where name = 'remove-pictures'`,
  );
  expect(rows).toEqual([{ tried_for_weeks: true, kept: true }]);
});
