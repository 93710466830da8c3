import { createHash, randomBytes, randomInt } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { signUp } from "#accounts/server/sign-up/signups.service.ts";
import { migrations } from "#app/server/open-context.ts";
import { createArchive, openArchive } from "#platform/backup/archive.ts";
import { writeBackup } from "#platform/backup/backup.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import { readConfig } from "#platform/config/config.ts";
import { migrate } from "#platform/database/migrate.ts";
import { openJobs } from "#platform/jobs.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import type { Storage } from "#platform/storage.ts";
import type { PromptView } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { backUpSite, backUpTonight, restoreSite, startNightlyBackups } from "./backups.ts";

let site: TestApp;
let ana: TestUser;
let beto: TestUser;
let folder: string;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  site = await createTestApp();
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
  folder = await makeTestFolder();
  ends.push(() => rm(folder, { recursive: true }), site.close);
});
afterEach(async () => {
  for (const end of ends.splice(2).reverse()) await end();
});
afterAll(async () => {
  for (const end of ends) await end();
});

const newPath = () => join(folder, `${randomBytes(6).toString("hex")}.tar`);

const call: TestApp["call"] = (...all) => site.call(...all);

let shade = 0;
async function publish(person = ana): Promise<PromptView> {
  const color = `#${(++shade).toString(16).padStart(6, "0")}`;
  const answer = await call("POST", "/api/prompts", person, {
    title: `Um prompt \\ com\ttudo ${shade}`,
    content: "Escreva um poema:\nsobre o mar, \\. e a areia. 😀",
    llm_type_id: (shade % 14) + 1,
    thumbnail_url: await pictureDataUrl(color, 60, 40),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

interface Place {
  database: TestDatabase;
  dataDir: string;
  storage: Storage;
}

async function emptyPlace(): Promise<Place> {
  const database = await createTestDatabase({ empty: true });
  const dataDir = await makeTestFolder();
  ends.push(database.close, () => rm(dataDir, { recursive: true }));
  return { database, dataDir, storage: await openStorage({ dataDir, s3: undefined }) };
}

async function restored(path: string): Promise<Place> {
  const place = await emptyPlace();
  await restoreSite(path, place.database.connection, place.storage);
  return place;
}

async function select<Row extends object>(database: Pick<TestDatabase, "pool">, sql: string): Promise<Row[]> {
  return (await database.pool.query<Row>(sql)).rows;
}

async function digest(storage: Storage, key: string): Promise<string> {
  const file = await storage.get(key);
  return createHash("sha256")
    .update(file?.body as Buffer)
    .digest("hex");
}

const tablesOf = (database: TestDatabase) =>
  select(
    database,
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );

/** The backed-up site, with something done before a file is read. */
function disturbed(before: (key: string) => Promise<unknown>) {
  const { pool, storage } = site.ctx;
  const get: Storage["get"] = async (key) => {
    await before(key);
    return storage.get(key);
  };
  return { pool, storage: { ...storage, get } };
}

/** What must be true of every site, and every prompt's files and no others. */
async function expectWhole({ database, dataDir }: Place): Promise<void> {
  expect(
    await select(
      database,
      `select 'tool' as of, id from llm_types where prompts_count <> (select count(*) from prompts where llm_type_id = llm_types.id)
      union all select 'likes', prompt_id from prompt_stats
        where likes_count <> (select count(*) from likes where likes.prompt_id = prompt_stats.prompt_id)
      union all select 'stats', id from prompts where not exists (select from prompt_stats where prompt_id = prompts.id)
      union all select 'search', id from prompts where not search @@ search_query('poema')`,
    ),
  ).toEqual([]);
  const prompts = await select<{ id: number; image_hash: string }>(
    database,
    "select id, image_hash from prompts",
  );
  const expected = prompts.flatMap(({ id, image_hash }) => [`${image_hash}-60.webp`, `preview-${id}.jpg`]);
  expect(await mediaFiles(dataDir)).toEqual(expected.sort());
}

describe("a backup", { timeout: 60_000 }, () => {
  test("of a site under load is one moment, whole, and comes back row by row", {
    timeout: 30_000,
  }, async () => {
    const kept = await publish();
    let running = true;
    const likes = new Set<number>();
    const published: number[] = [];
    const writers = [
      async () => {
        const { id } = await publish(beto);
        published.push(id);
        if (id % 3 === 0) await call("DELETE", `/api/prompts/${id}`, beto);
        else if (id % 3 === 1)
          await call("PATCH", `/api/prompts/${id}`, beto, { title: `Outro título ${id}` });
      },
      async () => {
        const liked = !likes.has(kept.id);
        await call("POST", `/api/prompts/${kept.id}/like`, ana, { liked });
        if (liked) likes.add(kept.id);
        else likes.delete(kept.id);
      },
      () => createUser(site.ctx),
    ];
    const work = writers.map(async (write) => {
      while (running) {
        await write();
        await delay(1);
      }
    });
    await expect.poll(() => published.length, { timeout: 20_000 }).toBeGreaterThan(3);
    const acknowledged = [...published];
    // Much goes on while the files are read, and again while the snapshot is open, which names what came meanwhile.
    const more = async () => {
      const enough = published.length + 3;
      while (published.length < enough) await delay(5);
    };
    const pauses = {
      files: undefined as Promise<void> | undefined,
      snapshot: undefined as Promise<void> | undefined,
    };
    const path = newPath();
    await backUpSite(
      disturbed(async (key) => {
        const isNew = Number(/^preview-(\d+)/.exec(key)?.[1]) > Math.max(...acknowledged);
        if (!isNew) pauses.files ??= more();
        else pauses.snapshot ??= more();
        await pauses.files;
        await pauses.snapshot;
      }),
      path,
    );
    running = false;
    await Promise.all(work);
    expect(pauses.snapshot).toBeDefined();

    const place = await restored(path);
    await expectWhole(place);
    const there = (await select<{ id: number }>(place.database, "select id from prompts")).map(
      ({ id }) => id,
    );
    expect(there).toEqual(expect.arrayContaining([kept.id, ...acknowledged.filter((id) => id % 3 !== 0)]));
    const [next] = await select<{ id: number }>(
      place.database,
      "select nextval(pg_get_serial_sequence('prompts', 'id')) as id",
    );
    expect(next?.id).toBeGreaterThan(Math.max(...there));

    // What is done there counts as it did here.
    await place.database.pool.query("insert into likes select $1, id from prompts on conflict do nothing", [
      beto.id,
    ]);
    await expectWhole(place);
  });

  test("leaves out what is removed while it is made, whenever that happens", async () => {
    const prompts = [await publish(), await publish(), await publish()];
    const [before, after, late] = prompts as [PromptView, PromptView, PromptView];
    const keyOf = ({ image }: PromptView) => image.url.replace("/media/", "");
    const remove = async ({ id }: PromptView) => {
      await call("DELETE", `/api/prompts/${id}`, ana);
      // Its files go with a job of the commit.
      await expect.poll(() => site.ctx.storage.exists(`preview-${id}.jpg`)).toBe(false);
    };
    const last = { prompt: undefined as PromptView | undefined };
    const done = new Set<string>();
    const once = async (name: string, act: () => Promise<unknown>) => {
      if (done.has(name)) return;
      done.add(name);
      await act();
    };
    const path = newPath();
    const { manifest } = await backUpSite(
      disturbed(async (key) => {
        if (key === keyOf(before)) await once("removed before it is read", () => remove(before));
        if (key === `preview-${late.id}.jpg`) {
          await once("removed after it was read", () => remove(after));
          // Comes after the first look, and is removed after the snapshot that names it.
          await once("published meanwhile", async () => {
            last.prompt = await publish();
          });
        }
        if (last.prompt && key === keyOf(last.prompt)) {
          await once("removed in the last moment", () => remove(last.prompt as PromptView));
        }
      }),
      path,
    );
    expect(done.size).toBe(4);
    expect(manifest.files?.lost.count).toBe(0);
    const place = await restored(path);
    await expectWhole(place);
    const there = await select<{ id: number }>(place.database, "select id from prompts");
    expect(there).toContainEqual({ id: late.id });
    for (const gone of [before, after, last.prompt]) expect(there).not.toContainEqual({ id: gone?.id });
  });

  test("has a link preview that changes meanwhile as it is at last", async () => {
    const { id } = await publish();
    const next = await publish();
    const key = `preview-${id}.jpg`;
    const path = newPath();
    let edited: Promise<unknown> | undefined;
    const { manifest } = await backUpSite(
      disturbed(async (read) => {
        // After the file has been read and before the snapshot is taken, which names the edited prompt.
        if (edited || read !== `preview-${next.id}.jpg`) return;
        const { storage } = site.ctx;
        const before = await digest(storage, key);
        edited = call("PATCH", `/api/prompts/${id}`, ana, { title: "Outro título, bem mais longo" });
        await edited;
        expect(await digest(storage, key)).not.toBe(before);
      }),
      path,
    );
    expect(edited).toBeDefined();
    expect(manifest.files?.lost.count).toBe(0);
    const { database, storage } = await emptyPlace();
    let puts = 0;
    await restoreSite(path, database.connection, {
      ...storage,
      // The first of two files of one name takes its time.
      async put(put, ...file) {
        if (put === key && puts++ === 0) await delay(100);
        await storage.put(put, ...file);
      },
    });
    expect(puts).toBe(2);
    expect(await digest(storage, key)).toBe(await digest(site.ctx.storage, key));
  });

  test("does not call lost what is removed while it is made, however often that happens", async () => {
    const path = newPath();
    let latest = await publish();
    const rounds: number[] = [];
    const { manifest } = await backUpSite(
      disturbed(async (key) => {
        const { id } = latest;
        if (key !== `preview-${id}.jpg` || rounds.includes(id)) return;
        rounds.push(id);
        await call("DELETE", `/api/prompts/${id}`, ana);
        await expect.poll(() => site.ctx.storage.exists(key)).toBe(false);
        latest = await publish();
      }),
      path,
    );
    expect(rounds.length).toBeGreaterThan(3);
    expect(manifest.files?.lost).toEqual({ count: 0, names: [] });
    expect(manifest.files?.removed).toEqual({ count: 1, names: [`preview-${rounds.at(-1)}`] });
    await restored(path);
    await call("DELETE", `/api/prompts/${latest.id}`, ana);
  });

  test("outlives a read that fails, and not a file that cannot be read at all", async () => {
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

  test("goes on into a place where it was broken off before", async () => {
    const { id } = await publish();
    const next = await publish();
    const path = newPath();
    let edited: Promise<unknown> | undefined;
    await backUpSite(
      disturbed(async (read) => {
        if (read === `preview-${next.id}.jpg`) {
          edited ??= call("PATCH", `/api/prompts/${id}`, ana, { title: "Outro título, por isso em dobro" });
        }
        await edited;
      }),
      path,
    );
    const place = await emptyPlace();
    const { connection } = place.database;
    let gets = 0;
    const breaking: Storage = {
      ...place.storage,
      get: async (key) => {
        if (key === `preview-${id}.jpg` && ++gets === 4) throw new Error("broken off");
        return place.storage.get(key);
      },
    };
    await expect(restoreSite(path, connection, breaking)).rejects.toThrow("broken off");
    await restoreSite(path, connection, place.storage);
    await expectWhole(place);
    expect(await digest(place.storage, `preview-${id}.jpg`)).toBe(
      await digest(site.ctx.storage, `preview-${id}.jpg`),
    );
  });

  test("is made of a site that lost a picture, and says which", async () => {
    const { id, image } = await publish();
    const key = image.url.replace("/media/", "");
    await site.ctx.storage.delete(key);
    const path = newPath();
    const { manifest } = await backUpSite(site.ctx, path);
    expect(manifest.files?.lost).toEqual({ count: 1, names: [key.replace(".webp", "")] });
    const { database } = await restored(path);
    expect(await select(database, `select id from prompts where id = ${id}`)).toEqual([{ id }]);
    await call("DELETE", `/api/prompts/${id}`, ana);
  });

  test("keeps mails that wait, and no secret", async () => {
    const email = "carla@exemplo.com.br";
    // Nobody works on the queue: the mail waits.
    const jobs = await openJobs(site.ctx.pool.options, site.ctx.log);
    await jobs.work("mail", { retryLimit: 50, retryDelay: 2, retryDelayMax: 900 }, async () => {
      throw new Error("the mail server is away");
    });
    const password = "pitanga-verde-93";
    await signUp(
      site.ctx,
      { email, password, data: { username: "Carla" } },
      { ip: "127.0.0.1", userAgent: null },
    );
    const queued = `select id, name, data, retry_limit, heartbeat_seconds from pgboss.job
      where name = 'mail' order by id`;
    const given = await jobs.send(site.ctx.db, "mail", { to: "given up" });
    await site.ctx.pool.query("update pgboss.job set state = 'failed' where id = $1", [given]);
    const waiting = await select(site.ctx, queued);
    expect(waiting).toHaveLength(2);
    await jobs.stop();

    const path = newPath();
    await backUpSite(site.ctx, path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const place = await restored(path);
    expect(await select(place.database, queued)).toEqual(waiting);
    expect(await select(place.database, "select distinct state from pgboss.job where name = 'mail'")).toEqual(
      [{ state: "created" }],
    );

    const [token] = await select<{ id: string }>(site.ctx, "select id from one_time_tokens");
    const parts: Buffer[] = [];
    const archive = await openArchive(path);
    await archive.read(async (name, body) => {
      parts.push(name.endsWith(".zst") ? zstdDecompressSync(body) : body);
    });
    await archive.close();
    const text = Buffer.concat([...parts, Buffer.from(JSON.stringify(archive.manifest))]).toString("latin1");
    expect(text).toContain(email);
    const key = "a secret of the tests, long enough for it";
    for (const secret of [
      key,
      PASSWORD,
      password,
      ana.token,
      ana.refreshToken,
      tokenOf(site.ctx, token?.id ?? ""),
    ]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(text).not.toContain(secret);
    }
  });

  test("that is damaged anywhere or cut short is refused whole", async () => {
    await publish();
    const path = newPath();
    await backUpSite(site.ctx, path);
    const whole = await readFile(path);
    const place = await emptyPlace();
    const refused = async (bytes: Buffer) => {
      const damaged = newPath();
      await writeFile(damaged, bytes);
      await expect(restoreSite(damaged, place.database.connection, place.storage)).rejects.toThrow(
        /is damaged, cut short or no backup: nothing of it was used/,
      );
      await rm(damaged);
    };
    const tail = [2047, 2040, 1600, 1536, 1535, 1500, 1460, 1024, 512, 1].map((back) => whole.length - back);
    const anywhere = Array.from({ length: 30 }, () => randomInt(whole.length));
    for (const place of [0, 100, 511, 512, ...tail, ...anywhere]) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] as number) ^ (1 << randomInt(8));
      await refused(bytes);
    }
    for (const length of [
      0,
      1,
      512,
      2048,
      4096,
      whole.length - 512,
      whole.length - 1,
      randomInt(whole.length),
    ]) {
      await refused(whole.subarray(0, length));
    }
    await refused(Buffer.concat([whole, Buffer.alloc(512)]));
    expect(await tablesOf(place.database)).toEqual([]);
    expect(await mediaFiles(place.dataDir)).toEqual([]);
    await restoreSite(path, place.database.connection, place.storage);
    await expectWhole(place);
  });

  test("is not brought into a place that holds anything, nor over a file", async () => {
    const path = newPath();
    await backUpSite(site.ctx, path);
    await expect(backUpSite(site.ctx, path)).rejects.toThrow("a backup never replaces a file");
    const place = await emptyPlace();
    await place.database.pool.query("create table notes (text text)");
    await expect(restoreSite(path, place.database.connection, place.storage)).rejects.toThrow("is not empty");
    expect(await tablesOf(place.database)).toEqual([{ relname: "notes" }]);
    expect(await mediaFiles(place.dataDir)).toEqual([]);
  });

  test("of an older schema is brought up to this one; one of a newer schema is refused", async () => {
    const older = await makeTestFolder();
    const files = (await readdir(migrations)).sort();
    for (const file of files.slice(0, 2)) await cp(new URL(file, migrations), join(older, file));
    const place = await emptyPlace();
    ends.push(() => rm(older, { recursive: true }));
    await migrate(place.database.pool, pathToFileURL(`${older}/`));
    await place.database.pool.query(
      `insert into users (id, email, username) values ('${ana.id}', 'ana@exemplo.com', 'Ana');
      insert into images values ('${"a".repeat(32)}', 1, 1, false, '#000000', 1);
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        values ('${ana.id}', 1, 'Antigo', 'Um poema antigo', '${"a".repeat(32)}', '')`,
    );
    const path = newPath();
    await writeBackup({ pool: place.database.pool, path });
    const { database } = await emptyPlace();
    await restoreBackup({ path, connection: database.connection, migrations });
    expect(await select(database, "select title, edited_at from prompts")).toEqual([
      { title: "Antigo", edited_at: null },
    ]);
    expect(await select(database, "select name from schema_migrations order by name")).toEqual(
      files.map((name) => ({ name })),
    );

    const newer = newPath();
    await writeBackup({ pool: site.ctx.pool, path: newer });
    const refusing = await emptyPlace();
    await expect(
      restoreBackup({
        path: newer,
        connection: refusing.database.connection,
        migrations: pathToFileURL(`${older}/`),
      }),
    ).rejects.toThrow(`The backup is newer than this version of Prompteca: it has migration ${files[2]}`);
    expect(await tablesOf(refusing.database)).toEqual([]);
  });

  test("whose jobs have fewer fields than today's comes back; one whose job does not come is not kept", async () => {
    const jobs = await openJobs(site.ctx.pool.options, site.ctx.log);
    await jobs.schedule("waiting", "0 0 1 1 *", async () => {});
    await site.ctx.pool.query("delete from pgboss.schedule where name = 'waiting'");
    await jobs.stop();
    const id = await site.ctx.jobs.send(site.ctx.db, "waiting", { some: ["data"] }, 3600);
    const path = newPath();
    await writeBackup({ pool: site.ctx.pool, path });
    await site.ctx.pool.query("delete from pgboss.job where id = $1", [id]);

    /** The same backup with its jobs written otherwise. */
    async function rewritten(write: (line: string) => string): Promise<string> {
      const from = await openArchive(path);
      const changed = newPath();
      const to = await createArchive(changed);
      await from.read(async (name, body) => {
        if (!name.startsWith("jobs/")) return to.add(name, body);
        const lines = zstdDecompressSync(body).toString().trim().split("\n");
        await to.add(name, zstdCompressSync(Buffer.from(`${lines.map(write).join("\n")}\n`)));
      });
      await to.finish(from.manifest as Manifest);
      await from.close();
      return changed;
    }
    const older = await rewritten((line) => line.replace(/,"expireInSeconds":\d+/, ""));
    const { database } = await restored(older);
    expect(await select(database, "select id, data from pgboss.job where name = 'waiting'")).toEqual([
      { id, data: { some: ["data"] } },
    ]);
    // Comes out of the database as it is always written, and so not as it is here.
    const other = await rewritten((line) =>
      line.replace(/"startAfter":"[^"]*"/, '"startAfter":"2026-01-01T00:00:00Z"'),
    );
    const place = await emptyPlace();
    await expect(restoreSite(other, place.database.connection, place.storage)).rejects.toThrow(
      /the job [0-9a-f-]+ differs from the backup/,
    );
    expect(await tablesOf(place.database)).toEqual([]);
  });

  test("that does not arrive as it left is not kept", async () => {
    const path = newPath();
    await writeBackup({ pool: site.ctx.pool, path });
    const place = await emptyPlace();
    const from = await openArchive(path);
    const other = newPath();
    const to = await createArchive(other);
    await from.read(to.add);
    const manifest = from.manifest as Manifest;
    const users = manifest.tables.find(({ name }) => name === "users");
    if (users) users.sha256 = "0".repeat(64);
    await to.finish(manifest);
    await from.close();
    await expect(
      restoreBackup({ path: other, connection: place.database.connection, migrations }),
    ).rejects.toThrow(/table users differs from the backup/);
    expect(await tablesOf(place.database)).toEqual([]);
  });
});

describe("nightly backups", () => {
  test("are scheduled where BACKUP_DIR is set", async () => {
    const nightly = await createTestApp({ BACKUP_DIR: join(folder, "nightly"), BACKUP_AT: "03:07" });
    ends.push(nightly.close);
    const stop = await startNightlyBackups(nightly.ctx);
    expect(
      await select(nightly.ctx, "select cron, timezone from pgboss.schedule where name = 'nightly-backup'"),
    ).toEqual([{ cron: "7 3 * * *", timezone: "UTC" }]);
    stop();

    const config = readConfig({ BACKUP_DIR: "/dev/null/backups" });
    await expect(startNightlyBackups({ ...nightly.ctx, config })).rejects.toThrow(
      /^BACKUP_DIR: nothing can be written there \(ENOTDIR/,
    );
  });

  test("that were complete but not recorded when the site was killed are, by the next one", async () => {
    const dir = join(folder, "killed");
    const away = new Error("the database is away");
    const { pool, storage, log } = site.ctx;
    const failing = { connect: () => pool.connect(), query: () => Promise.reject(away) } as unknown as Pool;
    await mkdir(dir);
    await expect(backUpTonight({ pool: failing, storage, log }, { dir, keep: 2 })).rejects.toThrow(away);
    const [unrecorded = ""] = await readdir(dir);
    expect(unrecorded).toMatch(/\.tar\.unrecorded$/);
    const names = async () => (await readdir(dir)).sort();
    const rows = () =>
      select<{ file: string }>(site.ctx, `select file from backups where file like '${dir}%'`);
    const first = unrecorded.replace(".unrecorded", "");

    await backUpTonight(site.ctx, { dir, keep: 2 });
    expect(await names()).toEqual([first, expect.stringMatching(/\.tar$/)]);
    expect((await rows()).map(({ file }) => file).sort()).toEqual((await names()).map((n) => join(dir, n)));
    await backUpTonight(site.ctx, { dir, keep: 2 });
    expect(await names()).not.toContain(first);
    expect(await rows()).toHaveLength(2);
    await site.ctx.pool.query("delete from backups where file like $1", [`${dir}%`]);
  });

  test("keep the newest so many, and touch no other file", async () => {
    const dir = join(folder, "kept");
    await backUpSite(site.ctx, join(dir, "by-hand.tar"));
    await writeFile(join(dir, "prompteca-2020-01-01T00-00-00-000Z.tar"), "somebody's");
    const made: string[] = [];
    for (let night = 0; night < 4; night++) {
      await backUpTonight(site.ctx, { dir, keep: 2 });
      const [newest] = await select<{ file: string }>(
        site.ctx,
        "select file from backups order by finished_at desc limit 1",
      );
      made.push(newest?.file ?? "");
    }
    const kept = [
      "by-hand.tar",
      "prompteca-2020-01-01T00-00-00-000Z.tar",
      ...made.slice(2).map((p) => p.slice(dir.length + 1)),
    ];
    expect((await readdir(dir)).sort()).toEqual(kept.sort());
    expect(await select(site.ctx, "select file from backups where nightly order by file")).toEqual(
      made.slice(2).map((file) => ({ file })),
    );

    // One that fails leaves those before it alone, and nothing of itself.
    const ending = AbortSignal.abort(new Error("the site ends"));
    await expect(backUpTonight(site.ctx, { dir, keep: 1 }, ending)).rejects.toThrow("the site ends");
    expect((await readdir(dir)).sort()).toEqual(kept.sort());
  });
});
