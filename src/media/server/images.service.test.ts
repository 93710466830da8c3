import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Transaction } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { previewPath } from "#media/contract.ts";
import { inTransaction, openDatabase } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { openDiskStorage } from "#platform/storage/disk.ts";
import type { Storage } from "#platform/storage.ts";
import { hasPicture } from "#prompts/server/pictures.queries.ts";
import { createTestDatabase, type TestDatabase, untilWaiting } from "#tests/support/database.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import {
  imageView,
  inFilesTransaction,
  makeMissingWidth,
  type PreparedPicture,
  preparePicture,
  removePreview,
  removeUnusedPicture,
  saveImage,
  savePreview,
} from "./images.service.ts";

let database: TestDatabase;
let folder: string;
let storage: Storage;
let picture: PreparedPicture;
let author: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "prompteca-images-"));
  storage = await openDiskStorage(folder);
  picture = await preparePicture(
    { accountId: "ana", rateLimits: { check: async () => {}, charge: async () => {} } },
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

interface Owner {
  id: number;
  image_hash: string;
}

beforeEach(async () => {
  const left = await database.db.selectFrom("prompts").select(["id", "image_hash"]).execute();
  await remove(left);
  expect(await presence()).toEqual({ row: false, files: [] });
});

/**
 * A prompt with the picture, as publishing makes it.
 * @param tool prompts of one tool also wait for each other at its count; of different ones only at the picture
 */
async function publish(trx: Transaction<DB>, files = storage, tool = 1): Promise<Owner> {
  await saveImage(trx, files, picture);
  const prompt = await trx
    .insertInto("prompts")
    .values({
      user_id: author,
      llm_type_id: tool,
      title: "Um título",
      content: "Um prompt comprido",
      image_hash: picture.hash,
      search: "",
    })
    .returning(["id", "image_hash"])
    .executeTakeFirstOrThrow();
  await savePreview(files, prompt.id, picture);
  return prompt;
}

/** Deletes prompts, then does what the job of that commit does. */
async function remove(prompts: Owner[], files = storage): Promise<void> {
  await deletePrompts(prompts);
  for (const { id } of prompts) await removePreview(files, id);
  await clearUp(files);
}

async function deletePrompts(prompts: Owner[]): Promise<void> {
  for (const { id } of prompts) await database.db.deleteFrom("prompts").where("id", "=", id).execute();
}

const clearUp = (files = storage) => removeUnusedPicture(database.db, files, picture, hasPicture);

/** What is left of the picture: its row, and which of its widths are stored. */
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
const hasPreview = ({ id }: Owner) => storage.exists(previewPath(id).replace("/media/", ""));

/** A store that stops before its first look at a file or its first removal until it is let go. */
function pausing() {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const pause = async () => {
    reached.resolve();
    await go.promise;
  };
  const files: Storage = {
    ...storage,
    exists: (key) => pause().then(() => storage.exists(key)),
    delete: (key) => pause().then(() => storage.delete(key)),
  };
  return { files, reached: reached.promise, go: go.resolve };
}

test("row and files are there when the prompt is, with what pages need to know", async () => {
  const prompt = await inTransaction(database.db, publish);
  expect(await presence()).toEqual(whole);
  expect(await hasPreview(prompt)).toBe(true);
  const row = await database.db
    .selectFrom("images")
    .selectAll()
    .where("hash", "=", picture.hash)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ width: 640, height: 480, animated: false, color: picture.color });
  expect(row.bytes).toBe(picture.variants.reduce((sum, { webp }) => sum + webp.length, 0));
  expect(imageView({ ...row, image_hash: row.hash, image_alt: null })).toEqual({
    url: `/media/${picture.hash}-640.webp`,
    srcset: `/media/${picture.hash}-400.webp 400w, /media/${picture.hash}-640.webp 640w`,
    width: 640,
    height: 480,
    animated: false,
    color: picture.color,
    alt: null,
  });
});

test("a picture smaller than the smallest width has that one width", () => {
  const view = imageView({
    image_hash: "a".repeat(32),
    width: 90,
    height: 60,
    animated: true,
    color: "#000000",
    image_alt: "Eu",
  });
  const path = `/media/${"a".repeat(32)}-90.webp`;
  expect(view).toMatchObject({ url: path, srcset: `${path} 90w`, alt: "Eu" });
});

test("one picture published many times at once is one row, and every publication succeeds", async () => {
  const prompts = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      inTransaction(database.db, (trx) => publish(trx, storage, index + 1)),
    ),
  );
  expect(prompts.length).toBe(8);
  expect(await presence()).toEqual(whole);
});

test("a publication that fails leaves no row; its files serve the next one", async () => {
  const failed = inTransaction(database.db, async (trx) => {
    await publish(trx);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  expect((await presence()).row).toBe(false);
  await inTransaction(database.db, publish);
  expect(await presence()).toEqual(whole);
});

test("files of a publication that came to nothing go, unless somebody else publishes them meanwhile", async () => {
  const failed = inTransaction(database.db, async (trx) => {
    await saveImage(trx, storage, picture);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  expect(await presence()).toEqual({ row: false, files: [400, 640] });
  const { files, reached, go } = pausing();
  const publication = inTransaction(database.db, (trx) => publish(trx, files));
  await reached;
  const clearing = clearUp();
  await untilWaiting(database.pool);
  go();
  const [prompt] = await Promise.all([publication, clearing]);
  expect(await presence()).toEqual(whole);
  await deletePrompts([prompt]);
  await database.pool.query("delete from images");
  await clearUp();
  expect(await presence()).toEqual(gone);
});

test("missing files are made good when the picture is published again", async () => {
  await inTransaction(database.db, publish);
  await storage.delete(`${picture.hash}-400.webp`);
  await inTransaction(database.db, publish);
  expect(await presence()).toEqual(whole);
});

test("a picture dies with the last prompt that has it, a link preview with its own prompt", async () => {
  const first = await inTransaction(database.db, publish);
  const second = await inTransaction(database.db, publish);
  await remove([first]);
  expect(await presence()).toEqual(whole);
  expect([await hasPreview(first), await hasPreview(second)]).toEqual([false, true]);
  await remove([second]);
  expect(await presence()).toEqual(gone);
  expect(await hasPreview(second)).toBe(false);
});

test("two jobs that remove one picture at once leave nothing behind", async () => {
  const first = await inTransaction(database.db, publish);
  const second = await inTransaction(database.db, (trx) => publish(trx, storage, 2));
  const { files, reached, go } = pausing();
  await deletePrompts([first, second]);
  const one = clearUp(files);
  await reached;
  const other = clearUp();
  await untilWaiting(database.pool);
  go();
  await Promise.all([one, other]);
  expect(await presence()).toEqual(gone);
});

test.each([1, 2])(
  "who publishes a picture while it is being removed has it whole (tool %i)",
  async (tool) => {
    const prompt = await inTransaction(database.db, publish);
    const { files, reached, go } = pausing();
    await deletePrompts([prompt]);
    const removal = clearUp(files);
    await reached;
    const publication = inTransaction(database.db, (trx) => publish(trx, storage, tool));
    await untilWaiting(database.pool);
    go();
    await Promise.all([removal, publication]);
    expect(await presence()).toEqual(whole);
  },
);

test.each([1, 2])(
  "who removes a picture while it is being published leaves it to the new prompt (tool %i)",
  async (tool) => {
    const prompt = await inTransaction(database.db, publish);
    const { files, reached, go } = pausing();
    const publication = inTransaction(database.db, (trx) => publish(trx, files, tool));
    await reached;
    const removal = remove([prompt]);
    await untilWaiting(database.pool);
    go();
    const [added] = await Promise.all([publication, removal]);
    expect(await presence()).toEqual(whole);
    expect(await hasPreview(added)).toBe(true);
    expect(await hasPreview(prompt)).toBe(false);
  },
);

/** A pool whose server ends sessions that are silent in a transaction for a moment, and a store slower than that. */
async function impatient() {
  const { db, pool, close } = await openDatabase(
    { ...database.connection, idle_in_transaction_session_timeout: 100 },
    { max: 2 },
  );
  const begun = Promise.withResolvers<void>();
  const slowly = async () => {
    begun.resolve();
    await delay(400);
  };
  const files: Storage = {
    ...storage,
    put: (...file) => slowly().then(() => storage.put(...file)),
    delete: (key) => slowly().then(() => storage.delete(key)),
  };
  return { db, pool, close, files, begun: begun.promise };
}

test("a removal that takes long holds its picture until the last file is gone", async () => {
  const prompt = await inTransaction(database.db, publish);
  await deletePrompts([prompt]);
  const { db, files, begun, close } = await impatient();
  const removal = removeUnusedPicture(db, files, picture, hasPicture);
  await begun;
  await inTransaction(database.db, publish);
  await removal;
  expect(await presence()).toEqual(whole);
  await close();
});

test("a missing width that takes long to store is removed with its picture", async () => {
  const prompt = await inTransaction(database.db, publish);
  const key = `${picture.hash}-400.webp`;
  await storage.delete(key);
  const { db, files, begun, close } = await impatient();
  const making = makeMissingWidth(db, files, key);
  await begun;
  await remove([prompt]);
  await making;
  expect(await presence()).toEqual(gone);
  await close();
});

test("a store that does not answer takes a few connections, and those who wait for it are told so", async () => {
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

test("a width that older pictures were not stored in is made when it is asked for, and goes with the picture", async () => {
  const prompt = await inTransaction(database.db, (trx) => publish(trx));
  const key = `${picture.hash}-400.webp`;
  await storage.delete(key);
  const made = await Promise.all([1, 2].map(() => makeMissingWidth(database.db, storage, key)));
  expect(made).toEqual([true, true]);
  expect(await presence()).toEqual(whole);
  for (const other of [`${picture.hash}-800.webp`, `${"f".repeat(32)}-400.webp`, "preview-1.jpg"]) {
    expect(await makeMissingWidth(database.db, storage, other)).toBe(false);
  }

  // Asked for while the picture is removed: what is made does not outlive it.
  await storage.delete(key);
  let making: Promise<boolean> | undefined;
  await deletePrompts([prompt]);
  await inTransaction(database.db, async (trx) => {
    await removeUnusedPicture(trx, storage, picture, hasPicture);
    await storage.put(`${picture.hash}-640.webp`, picture.variants.at(-1)?.webp as Buffer, "image/webp");
    making = makeMissingWidth(database.db, storage, key);
    await untilWaiting(database.pool);
  });
  expect(await making).toBe(false);
  expect(await storage.exists(key)).toBe(false);
  await storage.delete(`${picture.hash}-640.webp`);
});
