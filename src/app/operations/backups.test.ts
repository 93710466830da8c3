/** Backups of a site that changes meanwhile. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readFile as readStored, type Storage } from "#platform/storage.ts";
import type { PromptView } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { pause } from "#tests/support/pause.ts";
import { emptyPlace, type Place, publishInColor } from "#tests/support/places.ts";
import { deleteForGood } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { backUpSite } from "./backups.ts";

const site = setUpTestApp();
let ana: TestUser;
let beto: TestUser;
let folder: string;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true }));

let backups = 0;
const newPath = () => join(folder, `${++backups}.tar`);

let shade = 0;
const publish = (author = ana) =>
  publishInColor(site, author, `#${(++shade).toString(16).padStart(6, "0")}`, {
    llm_type_id: (shade % 14) + 1,
  });

const pictureOf = ({ image }: PromptView) => image.url.replace("/media/", "");
const previewOf = ({ id }: { id: number }) => `preview-${id}.jpg`;

/** Removes a prompt, and waits for the job that removes its files. */
async function remove(prompt: PromptView): Promise<void> {
  await deleteForGood(site, ana, prompt.id);
  await expect.poll(() => site.ctx.storage.exists(previewOf(prompt))).toBe(false);
}

async function restored(path: string): Promise<Place> {
  const place = await emptyPlace();
  await place.restore(path);
  return place;
}

const idsIn = async ({ database }: Place) =>
  (await database.pool.query<{ id: number }>("select id from prompts")).rows.map(({ id }) => id);

/** The backed-up site, with something done before a file is read. */
function disturbed(before: (key: string) => Promise<unknown>) {
  const { pool, storage } = site.ctx;
  const get: Storage["get"] = async (key) => {
    await before(key);
    return storage.get(key);
  };
  return { pool, storage: { ...storage, get } };
}

/** The backed-up site, with something done before the first read of some files. */
const disturbedOnce = (reads: Map<string, () => Promise<unknown>>) =>
  disturbed(async (key) => {
    const act = reads.get(key);
    reads.delete(key);
    await act?.();
  });

/** Checks the rules of every site, and that it has every prompt's files and no others. */
async function expectWhole({ database: { pool }, dataDir }: Place): Promise<void> {
  const { rows: wrong } = await pool.query(
    `select 'tool' as of, id from llm_types where prompts_count <> (select count(*) from prompts where llm_type_id = llm_types.id and hidden_at is null)
    union all select 'likes', prompt_id from prompt_stats
      where likes_count <> (select count(*) from likes where likes.prompt_id = prompt_stats.prompt_id)
    union all select 'stats', id from prompts where hidden_at is null and not exists (select from prompt_stats where prompt_id = prompts.id)
    union all select 'search', id from prompts where hidden_at is null and not search @@ search_query('poema')`,
  );
  expect(wrong).toEqual([]);
  const { rows: prompts } = await pool.query<{ id: number; image_hash: string }>(
    "select id, image_hash from prompts",
  );
  const expected = prompts.flatMap(({ id, image_hash }) => [`${image_hash}-60.webp`, previewOf({ id })]);
  expect(await mediaFiles(dataDir)).toEqual(expected.sort());
}

describe("a backup", () => {
  test("of a site under load is one moment, whole, and comes back row by row", async () => {
    const prompt = await publish();
    let running = true;
    const likes = new Set<number>();
    const published: number[] = [];
    const writers = [
      async () => {
        const { id } = await publish(beto);
        published.push(id);
        const path = `/api/prompts/${id}`;
        if (id % 3 === 0) await deleteForGood(site, beto, id);
        else if (id % 3 === 1) await site.call("PATCH", path, beto, { title: `Outro título ${id}` });
      },
      async () => {
        const liked = !likes.delete(prompt.id);
        await site.call("POST", `/api/prompts/${prompt.id}/like`, ana, { liked });
        if (liked) likes.add(prompt.id);
      },
      () => createUser(site.ctx),
    ];
    const work = writers.map(async (write) => {
      while (running) {
        await write();
        await pause(1, "each writer leaves the others their turns");
      }
    });
    await expect.poll(() => published.length).toBeGreaterThan(3);
    const acknowledged = [...published];
    // Many changes come while the files are read, and again while the snapshot is open, which names the new ones.
    const more = () => {
      const enough = published.length + 3;
      return vi.waitUntil(() => published.length >= enough, { interval: 5, timeout: 60_000 });
    };
    let [duringFiles, duringSnapshot]: (Promise<unknown> | undefined)[] = [];
    const path = newPath();
    await backUpSite(
      disturbed(async (key) => {
        const isNew = Number(/^preview-(\d+)/.exec(key)?.[1]) > Math.max(...acknowledged);
        if (!isNew) duringFiles ??= more();
        else duringSnapshot ??= more();
        await Promise.all([duringFiles, duringSnapshot]);
      }),
      path,
    );
    running = false;
    await Promise.all(work);
    expect(duringSnapshot).toBeDefined();

    const place = await restored(path);
    await expectWhole(place);
    const ids = await idsIn(place);
    expect(ids).toEqual(expect.arrayContaining([prompt.id, ...acknowledged.filter((id) => id % 3 !== 0)]));
    const next = "select nextval(pg_get_serial_sequence('prompts', 'id')) as id";
    expect((await place.database.pool.query(next)).rows[0].id).toBeGreaterThan(Math.max(...ids));

    // Triggers count there as they do here.
    const like = "insert into likes select $1, id from prompts on conflict do nothing";
    await place.database.pool.query(like, [beto.id]);
    await expectWhole(place);
  });

  test("leaves out what is removed while it is made, whenever that happens", async () => {
    const [before, after, late] = [await publish(), await publish(), await publish()];
    const gone = [before, after];
    const reads = new Map([
      [pictureOf(before), () => remove(before)],
      [
        previewOf(late),
        async () => {
          // Read already.
          await remove(after);
          // Comes after the first look, and is removed after the snapshot that names it.
          const last = await publish();
          gone.push(last);
          reads.set(pictureOf(last), () => remove(last));
        },
      ],
    ]);
    const path = newPath();
    const { manifest } = await backUpSite(disturbedOnce(reads), path);
    expect([reads.size, gone.length]).toEqual([0, 3]);
    expect(manifest.files?.lost.count).toBe(0);
    const place = await restored(path);
    await expectWhole(place);
    const ids = await idsIn(place);
    expect(ids).toContain(late.id);
    for (const { id } of gone) expect(ids).not.toContain(id);
  });

  test("has the last state of a link preview that changes meanwhile, also when its restore is repeated", async () => {
    const [prompt, next] = [await publish(), await publish()];
    const key = previewOf(prompt);
    const before = await readStored(site.ctx.storage, key);
    const title = "Outro título, bem mais longo";
    // After the preview was read, and before the snapshot that names the edited prompt.
    const edit = () => site.call("PATCH", `/api/prompts/${prompt.id}`, ana, { title });
    const reads = new Map([[previewOf(next), edit]]);
    const path = newPath();
    const { manifest } = await backUpSite(disturbedOnce(reads), path);
    expect([reads.size, manifest.files?.lost.count]).toEqual([0, 0]);
    const last = await readStored(site.ctx.storage, key);
    expect(last).not.toEqual(before);

    const slow = await emptyPlace();
    let puts = 0;
    await slow.restore(path, {
      ...slow.storage,
      async put(put, ...file) {
        if (put === key && puts++ === 0)
          await pause(100, "the first of two files of one name takes its time");
        await slow.storage.put(put, ...file);
      },
    });
    expect(puts).toBe(2);
    expect(await readStored(slow.storage, key)).toEqual(last);

    const place = await emptyPlace();
    const breaking: Storage = {
      ...place.storage,
      async put(put, ...file) {
        await place.storage.put(put, ...file);
        if (put === key) throw new Error("broken off");
      },
    };
    await expect(place.restore(path, breaking)).rejects.toThrow("broken off");
    expect(await readStored(place.storage, key)).toEqual(before);
    await place.restore(path);
    await expectWhole(place);
    expect(await readStored(place.storage, key)).toEqual(last);
  });

  test("does not call lost what is removed while it is made, however often that happens", async () => {
    const rounds: number[] = [];
    const reads = new Map<string, () => Promise<unknown>>();
    const removeWhenRead = (prompt: PromptView) =>
      reads.set(previewOf(prompt), async () => {
        rounds.push(prompt.id);
        await remove(prompt);
        removeWhenRead(await publish());
      });
    removeWhenRead(await publish());
    const path = newPath();
    const { manifest } = await backUpSite(disturbedOnce(reads), path);
    expect(rounds.length).toBeGreaterThan(3);
    expect(manifest.files?.lost).toEqual({ count: 0, names: [] });
    expect(manifest.files?.removed).toEqual({ count: 1, names: [`preview-${rounds.at(-1)}`] });
    await restored(path);
  });

  test("survives a read that fails once, and not a file that cannot be read at all", async () => {
    await publish();
    const tries = new Map<string, number>();
    const failing = (times: number) =>
      disturbed(async (key) => {
        const tried = (tries.get(key) ?? 0) + 1;
        tries.set(key, tried);
        if (tried <= times) throw new Error("the storage is away");
      });
    const path = newPath();
    await backUpSite(failing(1), path);
    await expectWhole(await restored(path));
    await expect(backUpSite(failing(1000), newPath())).rejects.toThrow("the storage is away");
  });

  test("is made of a site that lost a picture, and says which", async () => {
    const prompt = await publish();
    await site.ctx.storage.delete(pictureOf(prompt));
    const path = newPath();
    const { manifest } = await backUpSite(site.ctx, path);
    expect(manifest.files?.lost).toEqual({ count: 1, names: [pictureOf(prompt).replace(".webp", "")] });
    expect(await idsIn(await restored(path))).toContain(prompt.id);
    await remove(prompt);
  });
});
