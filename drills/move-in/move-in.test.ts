/**
 * Moves a site in by the real command, which is killed again and again, and must end with nothing missing. Small in `npm test`;
 * `npm run test:move-in` does it with 20,000 people, 100,000 prompts and a million likes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createOldSite, type OldSite } from "#tests/support/old-site.ts";
import { pause } from "#tests/support/pause.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createRandom, type Random } from "#tests/support/random.ts";

const IS_LARGE = process.env.MOVE_IN === "large";
/** People and prompts of several batches, so that a kill leaves some moved and some not. */
const SIZE = IS_LARGE
  ? { users: 20_000, prompts: 100_000, likes: 1_000_000, pictures: 40, kills: 20, longest: 60_000 }
  : { users: 250, prompts: 100, likes: 1000, pictures: 10, kills: 4, longest: 200 };
/** In the order in which they are moved. */
const TABLES = ["users", "prompts", "likes"] as const;
/** The large form takes hours. */
const TIMEOUT = 10_800_000;
/** MB, of the process that moves. */
const MOST_MEMORY = 400;

let site: TestApp;
let old: OldSite;

beforeEach(async () => {
  [site, old] = await Promise.all([createTestApp(), createOldSite()]);
  await fill();
});
afterEach(async () => {
  await Promise.all([site?.close(), old?.close()]);
});

/** Rows of all kinds: some break today's rules, some have no home. */
async function fill(): Promise<void> {
  const { users: people, prompts, likes } = SIZE;
  const pictures = await Promise.all(
    Array.from({ length: SIZE.pictures }, (_, at) =>
      pictureDataUrl(`#${(0x102030 + at * 0x030507).toString(16)}`, 320, 200),
    ),
  );
  const client = new pg.Client(old.connection);
  await client.connect();
  await client.query(
    "set statement_timeout = 0; create table pictures (place integer primary key, url text)",
  );
  await client.query(
    "insert into pictures select n - 1, url from unnest($1::text[]) with ordinality as p (url, n)",
    [pictures],
  );
  await client.query(
    `
    create function person(n bigint) returns uuid immutable language sql as $$ select md5('person ' || n)::uuid $$;
    create function prompt(n bigint) returns uuid immutable language sql as $$ select md5('prompt ' || n)::uuid $$;
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, created_at, banned_until)
      select person(n), case when n % 500 <> 7 then 'pessoa' || n || '@exemplo.com.br' end,
        '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
        case when n % 50 <> 3 then timestamptz '2023-01-01' + n * interval '1 minute' end,
        jsonb_build_object('username', case n % 100 when 1 then 'Nome Igual' when 2 then 'admin' else 'Pessoa número ' || n end),
        timestamptz '2023-01-01' + n * interval '1 minute', case when n % 300 = 9 then timestamptz 'infinity' end
      from generate_series(1, ${people}) n;
    insert into prompts (id, title, content, description, thumbnail_url, llm_type_id, user_id, views, created_at)
      select prompt(n), case when n % 400 = 11 then 'Uma puta ideia ' || n else 'Ideia número ' || n end,
        repeat('Escreva um texto sobre o assunto ' || n || ' com exemplos e passos. ', (1 + n % 20)::integer),
        case when n % 3 = 0 then 'Descrição ' || n end,
        case when n % 250 = 13 then null when n % 350 = 15 then 'data:image/png;base64,aGVsbG8=' else url end,
        case when n % 700 = 17 then 99 else (array[1, 2, 3, 6])[1 + n % 4] end,
        case when n % 600 = 19 then prompt(n) else person(1 + n * 7 % ${people}) end,
        n % 1000, timestamptz '2024-01-01' + n * interval '5 seconds'
      from generate_series(1, ${prompts}) n join pictures on place = n % ${SIZE.pictures};
    insert into likes (prompt_id, user_id, created_at)
      select prompt(1 + (n * 31 + n / ${prompts}) % ${prompts}), person(1 + n * 17 % ${people}), timestamptz '2024-06-01' + n * interval '3 seconds'
      from generate_series(1, ${likes}) n on conflict do nothing;
    insert into likes (prompt_id, user_id) values (person(1), person(1));
    insert into favorites (prompt_id, user_id, created_at)
      select prompt_id, user_id, created_at from likes where id % 5 = 0`,
  );
  await client.end();
}

/** A run of the command. */
function start(...more: string[]) {
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: site.databaseUrl, DATA_DIR: site.ctx.config.dataDir },
  };
  const args = ["src/app/operations/command.ts", "move-in", "--from", old.url, ...more];
  const child = spawn("scripts/node.sh", args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const run = { child, said: "", isOver: false, ended: once(child, "close") };
  child.stderr.on("data", (data) => {
    run.said += data;
    if (IS_LARGE) process.stdout.write(data);
  });
  child.once("close", () => {
    run.isOver = true;
  });
  return run;
}

async function runToEnd(...more: string[]): Promise<{ said: string; code: number | null }> {
  const run = start(...more);
  const [code] = await run.ended;
  return { said: run.said, code };
}

/**
 * Runs the command until some of a table is moved, and kills it soon after that: the first time while it still reads.
 * @param kill its number, by which the kills spread over all that is moved
 * @returns the signal that ended it
 */
async function runToKill(kill: number, random: Random): Promise<string | null> {
  const at = ((kill - 0.5) / (SIZE.kills - 1)) * TABLES.length;
  const table = TABLES[Math.floor(at)] as (typeof TABLES)[number];
  const rows = SIZE[table] * (at % 1);
  const run = start();
  const isThere = async () =>
    kill === 0 ? run.said.includes("rows read") : (await count(site.ctx.pool, table)) >= rows;
  while (!run.isOver && !(await isThere())) await pause(5, "it is killed as soon as the rows are there");
  await pause(random.between(0, SIZE.longest), "it is killed at any moment of what it does then");
  run.child.kill("SIGKILL");
  const [, signal] = await run.ended;
  return signal;
}

const count = async (pool: OldSite["pool"], query: string) =>
  Number((await pool.query(`select count(*) as n from ${query}`)).rows[0].n);

test("a rehearsal ends with nothing written", { timeout: TIMEOUT }, async () => {
  const { said, code } = await runToEnd("--check");
  expect(said).toMatch(/^Nothing was written\. /m);
  expect(code).toBe(0);
  for (const table of TABLES) expect(await count(site.ctx.pool, table)).toBe(0);
});

// Above 20 s on an idle machine: six runs of the command, each of which starts anew and reads all that was moved before.
test("a move that is killed again and again ends with nothing missing", { timeout: TIMEOUT }, async () => {
  const random = createRandom("7");
  const signals: (string | null)[] = [];
  for (let kill = 0; kill < SIZE.kills; kill++) signals.push(await runToKill(kill, random));
  // After the likes there may be too little left for a kill to be in time.
  expect(signals.slice(0, -1)).toEqual(Array(SIZE.kills - 1).fill("SIGKILL"));

  const began = performance.now();
  const { said, code } = await runToEnd();
  expect(said).toMatch(/^0 differences\. /m);
  expect(code).toBe(0);
  const [, memory = ""] = /^memory: (\d+) MB at most$/m.exec(said) ?? [];
  expect(Number(memory)).toBeLessThanOrEqual(MOST_MEMORY);
  if (IS_LARGE) console.log(`the last run took ${Math.round((performance.now() - began) / 1000)} s`);

  const { pool } = site.ctx;
  const people = "auth.users where email is not null";
  expect(await count(pool, "(select id from users union all select id from signups) p")).toBe(
    await count(old.pool, people),
  );
  const ofMoved =
    "join auth.users a on a.id = p.user_id and a.email is not null and a.email_confirmed_at is not null";
  const prompts = await count(old.pool, `prompts p ${ofMoved}`);
  expect(await count(pool, "prompts")).toBe(prompts);
  expect(await count(pool, "prompts where created_at < now() - interval '1 hour'")).toBe(prompts);
  for (const table of ["likes", "favorites"])
    expect(await count(pool, table)).toBe(
      await count(
        old.pool,
        `${table} l join prompts p on p.id = l.prompt_id ${ofMoved}
        join auth.users b on b.id = l.user_id and b.email is not null and b.email_confirmed_at is not null`,
      ),
    );
  // Counts are those of the rows, and each prompt is found.
  expect(
    await count(
      pool,
      "prompt_stats s where likes_count <> (select count(*) from likes l where l.prompt_id = s.prompt_id)",
    ),
  ).toBe(0);
  expect(await count(pool, "prompts p where hidden_at is null and search = ''")).toBe(0);
  expect(
    await count(
      pool,
      "llm_types t where prompts_count <> (select count(*) from prompt_stats s where s.llm_type_id = t.id)",
    ),
  ).toBe(0);
  // As many cases for moderators as prompts that today's rules hide.
  expect(await count(pool, "prompts where in_review")).toBe(
    await count(pool, "pgboss.job where name = 'review-prompt'"),
  );

  const again = await runToEnd();
  expect(again.said).toMatch(/^0 differences\. /m);
  expect(await count(pool, "prompts")).toBe(prompts);
});
