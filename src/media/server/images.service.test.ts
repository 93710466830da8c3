import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { previewPath } from "#media/contract.ts";
import { inTransaction, openDatabase } from "#platform/database/db.ts";
import { openDiskStorage } from "#platform/storage/disk.ts";
import type { Storage } from "#platform/storage.ts";
import { hasPicture } from "#prompts/server/pictures.queries.ts";
import { createTestDatabase, type TestDatabase, untilWaiting } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { pause } from "#tests/support/pause.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import {
  inFilesTransaction,
  makeMissingWidth,
  removePreview,
  removeUnusedPicture,
  saveImage,
  savePreview,
} from "./images.service.ts";
import { type PreparedPicture, preparePicture } from "./images.uploads.ts";

let database: TestDatabase;
let folder: string;
let storage: Storage;
let picture: PreparedPicture;
let author: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
  storage = await openDiskStorage(folder);
  picture = await preparePicture(
    { accountId: "ana", rateLimits: { timed: async (_name, _account, work) => work((until) => until()) } },
    await pictureDataUrl("#336699", 640, 480),
    "Um título",
  );
  const user = await database.db
    .insertInto("users")
    .values({ email: "ana@exemplo.com.br", username: "Ana" })
    .returning("id")
    .executeTakeFirstOrThrow();
  author = user.id;
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  const left = await database.db.selectFrom("prompts").select("id").execute();
  await remove(...left.map(({ id }) => id));
  expect(await presence()).toEqual(gone);
});

/**
 * Publishes a prompt with the picture. @returns its id
 * @param tool prompts of one tool also wait for each other at its count; of different ones only at the picture
 */
function publish(tool = 1, files = storage): Promise<number> {
  return inTransaction(database.db, async (trx) => {
    await saveImage(trx, files, picture);
    const { id } = await trx
      .insertInto("prompts")
      .values({
        user_id: author,
        llm_type_id: tool,
        title: "Um título",
        content: "Um prompt comprido",
        image_hash: picture.hash,
        search: "",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await savePreview(files, id, picture);
    return id;
  });
}

/** Deletes prompts, then does what the job of that commit does. */
async function remove(...ids: number[]): Promise<void> {
  await deletePrompts(...ids);
  for (const id of ids) await removePreview(storage, id);
  await clearUp();
}

const deletePrompts = (...ids: number[]) =>
  database.pool.query("delete from prompts where id = any($1)", [ids]);

const clearUp = (files = storage) => removeUnusedPicture(database.db, files, picture, hasPicture);

/** The picture's remains: its row, and which of its widths are stored. */
async function presence() {
  const row = await database.db
    .selectFrom("images")
    .select("hash")
    .where("hash", "=", picture.hash)
    .executeTakeFirst();
  const files: number[] = [];
  for (const { width } of picture.variants) {
    if (await storage.exists(`${picture.hash}-${width}.webp`)) files.push(width);
  }
  return { row: row !== undefined, files };
}
const whole = { row: true, files: [400, 640] };
const gone = { row: false, files: [] };
const hasPreview = (id: number) => storage.exists(previewPath(id).replace("/media/", ""));

/**
 * Lets two calls meet: the first stops before its first look at a file or its first removal, the second begins, and both go
 * on once it waits for the first.
 */
async function meet<First, Second>(
  first: (files: Storage) => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const pause = async () => {
    reached.resolve();
    await go.promise;
  };
  const begun = first({
    ...storage,
    exists: (key) => pause().then(() => storage.exists(key)),
    delete: (key) => pause().then(() => storage.delete(key)),
  });
  await reached.promise;
  const other = second();
  await untilWaiting(database.pool);
  go.resolve();
  return Promise.all([begun, other]);
}

test("publishing stores row, files and link preview, with what pages need", async () => {
  const prompt = await publish();
  expect(await presence()).toEqual(whole);
  expect(await hasPreview(prompt)).toBe(true);
  const row = await database.db
    .selectFrom("images")
    .selectAll()
    .where("hash", "=", picture.hash)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ width: 640, height: 480, animated: false, color: picture.color });
  expect(row.bytes).toBe(picture.variants.reduce((sum, { webp }) => sum + webp.length, 0));
});

test("one picture published many times at once is one row, and every publication succeeds", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => publish(index + 1)));
  expect(await presence()).toEqual(whole);
});

test("files of a failed publication serve one that comes meanwhile, or are removed", async () => {
  const failed = inTransaction(database.db, async (trx) => {
    await saveImage(trx, storage, picture);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  expect(await presence()).toEqual({ row: false, files: [400, 640] });
  const [prompt] = await meet((files) => publish(1, files), clearUp);
  expect(await presence()).toEqual(whole);
  await deletePrompts(prompt);
  await database.pool.query("delete from images where hash = $1", [picture.hash]);
  await clearUp();
  expect(await presence()).toEqual(gone);
});

test("missing files are stored again when the picture is published again", async () => {
  await publish();
  await storage.delete(`${picture.hash}-400.webp`);
  await publish();
  expect(await presence()).toEqual(whole);
});

test("a picture goes with the last prompt that has it, a link preview with its own prompt", async () => {
  const first = await publish();
  const second = await publish();
  await remove(first);
  expect(await presence()).toEqual(whole);
  expect([await hasPreview(first), await hasPreview(second)]).toEqual([false, true]);
  await remove(second);
  expect(await presence()).toEqual(gone);
  expect(await hasPreview(second)).toBe(false);
});

test("two jobs that remove one picture at once leave nothing behind", async () => {
  await deletePrompts(await publish(1), await publish(2));
  await meet(clearUp, clearUp);
  expect(await presence()).toEqual(gone);
});

describe.each([1, 2])("a picture that is removed and published at once (tool %i)", (tool) => {
  test("is whole for whoever publishes it during the removal", async () => {
    await deletePrompts(await publish());
    await meet(clearUp, () => publish(tool));
    expect(await presence()).toEqual(whole);
  });

  test("stays with the new prompt when the removal begins during the publication", async () => {
    const prompt = await publish();
    const [added] = await meet(
      (files) => publish(tool, files),
      () => remove(prompt),
    );
    expect(await presence()).toEqual(whole);
    expect(await hasPreview(added)).toBe(true);
    expect(await hasPreview(prompt)).toBe(false);
  });
});

/** A pool whose server ends sessions that are silent in a transaction for a moment, and a storage slower than that. */
async function impatient() {
  const { db, close } = await openDatabase(
    { ...database.connection, idle_in_transaction_session_timeout: 1000 },
    { max: 2 },
  );
  const begun = Promise.withResolvers<void>();
  const slowly = async () => {
    begun.resolve();
    await pause(2500, "the server ends the session meanwhile");
  };
  const files: Storage = {
    ...storage,
    put: (...file) => slowly().then(() => storage.put(...file)),
    delete: (key) => slowly().then(() => storage.delete(key)),
  };
  return { db, close, files, begun: begun.promise };
}

test("a slow removal locks its picture until the last file is gone", async () => {
  const prompt = await publish();
  await deletePrompts(prompt);
  const { db, files, begun, close } = await impatient();
  const removal = removeUnusedPicture(db, files, picture, hasPicture);
  await begun;
  await publish();
  await removal;
  expect(await presence()).toEqual(whole);
  await close();
});

test("a missing width that is slow to store is removed with its picture", async () => {
  const prompt = await publish();
  const key = `${picture.hash}-400.webp`;
  await storage.delete(key);
  const { db, files, begun, close } = await impatient();
  const making = makeMissingWidth(db, files, key);
  await begun;
  await remove(prompt);
  await making;
  expect(await presence()).toEqual(gone);
  await close();
});

test("a storage that hangs occupies four connections; beyond 16 that wait, 503", async () => {
  const go = Promise.withResolvers<void>();
  const most = database.pool.options.max;
  let running = 0;
  const waiting = Array.from({ length: 20 }, () =>
    inFilesTransaction(database.db, async () => {
      running++;
      await go.promise;
    }),
  );
  await expect(inFilesTransaction(database.db, async () => {})).rejects.toMatchObject({ status: 503 });
  await expect.poll(() => running).toBe(4);
  const others = Array.from({ length: most - 4 }, () => database.pool.query("select pg_sleep(0.1)"));
  await Promise.all(others);
  expect(running).toBe(4);
  go.resolve();
  await Promise.all(waiting);
  expect(running).toBe(20);
});

test("a width that older pictures lack is made when it is asked for, and goes with the picture", async () => {
  const prompt = await publish();
  const key = `${picture.hash}-400.webp`;
  await storage.delete(key);
  const made = await Promise.all([1, 2].map(() => makeMissingWidth(database.db, storage, key)));
  expect(made).toEqual([true, true]);
  expect(await presence()).toEqual(whole);
  for (const other of [`${picture.hash}-800.webp`, `${"f".repeat(32)}-400.webp`, "preview-1.jpg"]) {
    expect(await makeMissingWidth(database.db, storage, other)).toBe(false);
  }

  // Requested while the picture is removed: the width made for it is removed too.
  await storage.delete(key);
  await deletePrompts(prompt);
  const [, isMade] = await meet(clearUp, () => makeMissingWidth(database.db, storage, key));
  expect(isMade).toBe(false);
  expect(await presence()).toEqual(gone);
});
