/**
 * Budgets of calls in the database: so many statements and buffers, and no table read from end to end but the smallest.
 */
import { rm } from "node:fs/promises";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { insertKey } from "#accounts/server/api-keys/api-keys.queries.ts";
import { hashKey, makeKey, prefixOf } from "#accounts/server/api-keys/key-format.ts";
import { makeChallenge } from "#accounts/server/passkeys/challenges.ts";
import { generate } from "#bench/generator/generate.ts";
import { SEARCH_WORDS } from "#bench/generator/search-words.ts";
import { buffersOf, tablesWithoutIndex } from "#bench/harness/explain.ts";
import { type Member, openRecorder, type Recorder, type Statement } from "#bench/harness/recorder.ts";
import { claimDue } from "#collections/server/news-mails/news-mails.queries.ts";
import { FILTERS } from "#library/contract.ts";
import { readConfig } from "#platform/config/config.ts";
import { inTransaction } from "#platform/database/db.ts";
import { findMovedTo } from "#prompts/server/moved-prompts.service.ts";
import { countSearchWords } from "#prompts/server/search-words.service.ts";
import { lockMergeTarget, replaceTag, selectMoving } from "#prompts/server/tag-administration.queries.ts";
import { letCount, selectDuePeople } from "#results/server/results.queries.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { answerFlow, SILENT_ISSUER } from "#tests/support/issuer-flows.ts";
import { READS } from "./read-budgets.ts";

const PROMPTS = 3000;
/** As many rows as there are tools, or combinations of filters, whatever the site's size. */
const SMALL_TABLES = ["llm_types", "prompt_counts"];

let dataDir: string;
let database: TestDatabase;
let recorder: Recorder;
let ana: Member;

beforeAll(async () => {
  [dataDir, database] = await Promise.all([makeTestFolder(), createTestDatabase()]);
  recorder = await openRecorder(
    readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...SILENT_ISSUER,
    }),
  );
  await generate(recorder.ctx, { prompts: PROMPTS, pictures: 3 }, () => {});
  const [member] = await recorder.members(1);
  if (!member) throw new Error("the recorder made no member");
  ana = member;
  for (const table of ["likes", "favorites"]) {
    const reactions = `insert into ${table} (user_id, prompt_id) select $1, id from prompts where id % 3 = 0`;
    await recorder.ctx.pool.query(reactions, [ana.id]);
  }
  // Few prompts have the last choice of each filter.
  const columns = FILTERS.map(({ column }, index) => `${column} = $${index + 1}`).join();
  const choices = FILTERS.map((filter) => filter.choices.at(-1)?.id);
  await recorder.ctx.pool.query(`update prompts set ${columns} where id % 50 = 0`, choices);
  await countSearchWords(recorder.ctx);
  // Regular cleaning, of the counts and the words that this has changed.
  await recorder.ctx.direct.query("vacuum (full) prompt_stats");
  await vacuum("prompt_stats", "prompts");
}, 300_000);
afterAll(async () => {
  await recorder?.close();
  await database?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Cleans tables until each page is marked as visible to all, which saves reading it. Cleaning leaves out what another
 * transaction may still see, and on a busy server there is one, whose test knows nothing of this database.
 */
async function vacuum(...tables: string[]): Promise<void> {
  const { direct, pool } = recorder.ctx;
  const unmarked = "select from pg_class where oid = any ($1::regclass[]) and relallvisible < relpages";
  const clean = async () => {
    await direct.query(`vacuum (analyze, index_cleanup on) ${tables.join()}`);
    expect((await pool.query(unmarked, [tables])).rowCount).toBe(0);
  };
  await vi.waitFor(clean, { timeout: 60_000, interval: 100 });
}

async function measure(path: string, call: InjectOptions = {}) {
  return costOf((await recorder.recordCold({ url: path, ...call })).statements);
}

async function costOf(statements: Statement[]) {
  expect(statements).not.toEqual([]);
  const { pool } = recorder.ctx;
  return {
    statements: statements.length,
    buffers: await buffersOf(pool, statements),
    unindexed: (await tablesWithoutIndex(pool, statements)).filter((table) => !SMALL_TABLES.includes(table)),
  };
}

/** Expects what was asked to be within a budget, and every table but the smallest to be read by an index. */
function expectWithin(asked: Awaited<ReturnType<typeof costOf>>, statements: number, buffers: number): void {
  expect(asked.unindexed).toEqual([]);
  expect(asked.statements).toBeLessThanOrEqual(statements);
  expect(asked.buffers).toBeLessThanOrEqual(buffers);
}

test.each(READS)("GET %s asks at most %s statements and %s buffers", async (path, statements, buffers) => {
  const asked = await measure(path);
  expectWithin(asked, statements, buffers);
});

test.each(READS)(
  "signed in, GET %s asks one more for the reader and one for the viewer state",
  async (path, statements, buffers) => {
    const asked = await measure(path, { headers: { authorization: ana.authorization } });
    expectWithin(asked, statements + 2, buffers + 200);
  },
);

test("the answer of an issuer, and the list of one's linked accounts, ask little", async () => {
  const { ctx } = recorder;
  await ctx.pool.query(
    "insert into identities (user_id, issuer, subject, email) select id, 'https://id.example', id, email from users",
  );
  await ctx.pool.query("analyze identities");
  const payload = await answerFlow(ctx, "nobody yet", "ninguem@example.com");
  expectWithin(await measure("/api/auth/issuer/answer", { method: "POST", payload }), 5, 60);
  const headers = { authorization: ana.authorization };
  expectWithin(await measure("/api/account/identities", { headers }), 3, 30);
  expectWithin(await measure("/api/account/footprint", { headers }), 8, 1000);
});

test("the link for the first passkey of staff asks little, however many were used", async () => {
  const { ctx } = recorder;
  await ctx.pool.query(
    "insert into spent_challenges select sha256(n::text::bytea), now() + interval '1 hour' from generate_series(1, 20000) n",
  );
  await ctx.pool.query("analyze spent_challenges");
  await ctx.pool.query("insert into moderators (user_id) values ($1)", [ana.id]);
  const mailed = makeChallenge(ctx, "mail", ana.id).toString("base64url");
  const headers = { authorization: ana.authorization };
  const call = { method: "POST", headers, payload: { mailed } } as const;
  expectWithin(await measure("/api/account/passkeys/challenge", call), 8, 40);
  await ctx.pool.query("delete from moderators where user_id = $1", [ana.id]);
});

describe("a program", () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const key = makeKey();
    const stored = { user_id: ana.id, name: "Medida", prefix: prefixOf(key), key_hash: hashKey(key) };
    await inTransaction(recorder.ctx.db, (trx) =>
      insertKey(trx, { ...stored, scopes: ["read", "publish"] }, 30),
    );
    headers = { authorization: `Bearer ${key}` };
  });
  test.each([
    ["/api/v1/prompts?limit=12", 4, 300],
    ["/api/v1/prompts/1", 3, 60],
    ["/api/v1/users/me/favorites", 4, 520],
  ])("with a key, GET %s asks at most %s statements and %s buffers", async (url, statements, buffers) => {
    expectWithin(await measure(url, { headers }), statements, buffers);
  });

  const list = { name: "search_prompts", arguments: {} };
  const searching = { name: "search_prompts", arguments: { text: SEARCH_WORDS.common.word } };
  const detail = { name: "get_prompt", arguments: { id: 1 } };
  test.each([
    ["tools/call", list, false, 2, 250],
    ["tools/call", searching, false, 5, 1000],
    ["tools/call", detail, false, 1, 35],
    ["tools/call", detail, true, 2, 45],
    ["tools/call", { name: "list_favorites", arguments: {} }, true, 5, 400],
    ["prompts/list", {}, true, 5, 650],
    ["prompts/get", { name: "1" }, false, 1, 35],
  ])("MCP's %s of %o (key: %s) asks at most %s statements and %s buffers", async (...row) => {
    const [method, params, hasKey, statements, buffers] = row;
    const asked = await measure("/mcp", {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", ...(hasKey && headers) },
      payload: { jsonrpc: "2.0", id: 1, method, params },
    });
    expectWithin(asked, statements, buffers);
  });

  test("previews an import with two statements for each of its prompts, by indexes", async () => {
    const prompts = Array.from({ length: 20 }, (_, n) => ({
      title: `Importado ${n}`,
      content: `${SEARCH_WORDS.common.word} ${SEARCH_WORDS.rare.word} ${n} de um arquivo`,
    }));
    const payload = { text: JSON.stringify(prompts) };
    const asked = await measure("/api/imports/preview", { method: "POST", headers, payload });
    expectWithin(asked, 2 * prompts.length + 8, 700 * prompts.length);
  });
});

test("signed in, a text and a picture are compared with few prompts, whatever their number", async () => {
  const { rows } = await recorder.ctx.pool.query("select content, image_hash from prompts where id = 1234");
  const asked = await measure("/api/prompts/similar", {
    method: "POST",
    headers: { authorization: ana.authorization },
    payload: rows[0],
  });
  expectWithin(asked, 4, 2000);
});

test("a picture that a thousand prompts share tells its first author by indexes", async () => {
  const { pool } = recorder.ctx;
  const [{ image_hash, width }] = (
    await pool.query(
      "select image_hash, width from prompts join images on hash = image_hash where prompts.id = 1234",
    )
  ).rows;
  const asked = await measure(`/media/${image_hash}-${Math.min(width, 1600)}.webp`);
  expect(asked).toMatchObject({ statements: 2, unindexed: [] });
  expect(asked.buffers).toBeLessThanOrEqual(40);
});

test("a collection of 200 prompts, and the lists of collections, ask few statements, each by an index", async () => {
  const { pool } = recorder.ctx;
  const [whole] = (await pool.query("select id, user_id from collections order by id limit 1")).rows;
  const page = await measure(`/api/collections/${whole.id}`);
  expect(page).toMatchObject({ statements: 3, unindexed: [] });
  expect(page.buffers).toBeLessThanOrEqual(3500);
  const list = await measure(`/api/users/${whole.user_id}/collections`);
  expect(list).toMatchObject({ statements: 2, unindexed: [] });
  expect(list.buffers).toBeLessThanOrEqual(500);
  await pool.query(
    "insert into collections (user_id, title) select $1, 'Lista' from generate_series(1, 50)",
    [ana.id],
  );
  const own = await measure("/api/collections?prompt=1", { headers: { authorization: ana.authorization } });
  expect(own).toMatchObject({ statements: 2, unindexed: [] });
  const map = await measure("/sitemaps/collections-1.xml");
  expect(map).toMatchObject({ statements: 1, unindexed: [] });
});

test("the news of 200 followed authors, collections and tags are one statement, each by its index", async () => {
  const { pool } = recorder.ctx;
  const follow = (what: string) => pool.query(`insert into ${what} on conflict do nothing`, [ana.id]);
  await follow(`user_follows (follower_id, user_id) select $1, id from
    (select distinct user_id as id from prompts where user_id <> $1 limit 100) authors`);
  await follow(
    "collection_follows (follower_id, collection_id) select $1, id from collections where is_public limit 100",
  );
  await vacuum("user_follows", "collection_follows", "collection_items", "collections", "tag_news");
  const headers = { authorization: ana.authorization };
  const asked = await measure("/api/news", { headers });
  expect(asked).toMatchObject({ statements: 3, unindexed: [] });
  expect(asked.buffers).toBeLessThanOrEqual(6000);
  // The most common tags, instead of the collections.
  await pool.query("delete from collection_follows where follower_id = $1", [ana.id]);
  await follow("tag_follows (follower_id, tag_id) select $1, id from tags where id <= 100");
  await vacuum("tag_follows", "collection_follows");
  const tagged = await measure("/api/news", { headers });
  expect(tagged).toMatchObject({ statements: 3, unindexed: [] });
  expect(tagged.buffers).toBeLessThanOrEqual(6000);
  await pool.query("delete from user_follows where follower_id = $1", [ana.id]);
  const alone = await measure("/api/news", { headers });
  expect(alone).toMatchObject({ statements: 3, unindexed: [] });
  expect(alone.buffers).toBeLessThanOrEqual(1200);
  const list = await measure("/api/follows", { headers });
  expect(list.statements).toBe(2);
  expect(list.buffers).toBeLessThanOrEqual(500);
});

test("answers that begin to count are found by an index, however many there are", async () => {
  const { pool } = recorder.ctx;
  await pool.query(
    "update results set counts_from = now() - interval '1 hour', of_blocked = true where id % 500 = 0",
  );
  await vacuum("results");
  const { statements } = await recorder.recordWork(() => selectDuePeople(recorder.ctx.db, 100));
  expect(await costOf(statements)).toMatchObject({ statements: 1, unindexed: [] });
  const work = () => inTransaction(recorder.ctx.db, (trx) => letCount(trx, ana.id, false));
  expect(await costOf((await recorder.recordWork(work)).statements)).toMatchObject({ unindexed: [] });
});

test("who is due for the weekly mail is found by an index, however many get it", async () => {
  const { pool } = recorder.ctx;
  await pool.query(
    "insert into news_mails (user_id, next_at) select id, now() + interval '1 day' from users",
  );
  await pool.query(
    "update news_mails set next_at = now() where user_id in (select user_id from news_mails limit 300)",
  );
  await vacuum("news_mails");
  const claim = () => inTransaction(recorder.ctx.db, (trx) => claimDue(trx, 200));
  const { statements } = await recorder.recordWork(claim);
  expect(await costOf(statements)).toMatchObject({ unindexed: [] });
});

test.each([
  ["/api/admin/tags", 500],
  ["/api/admin/tags?page=30", 1000],
  ["/api/admin/tags?search=assunto%2049", 1500],
  ["/api/admin/tags?search=as", 3000],
])("GET %s asks at most 4 statements and %s buffers", async (path, buffers) => {
  const { ctx } = recorder;
  const email = "update users set email = $1 where id = $2 returning email";
  const [{ email: own }] = (await ctx.pool.query("select email from users where id = $1", [ana.id])).rows;
  await ctx.pool.query(email, [ctx.config.adminEmail, ana.id]);
  await vacuum("tags");
  const asked = await measure(path, { headers: { authorization: ana.authorization } });
  await ctx.pool.query(email, [own, ana.id]);
  // One of them looks for a passkey, in a session that none has opened.
  expectWithin(asked, 4, buffers);
});

test("an address of the site before is looked up by an index, however many prompts moved in", async () => {
  const { pool, db } = recorder.ctx;
  await pool.query("insert into moved_prompts select gen_random_uuid(), id, '', 0 from prompts");
  await vacuum("moved_prompts");
  const [{ old_id }] = (await pool.query("select old_id from moved_prompts where prompt_id = 7")).rows;
  const { result, statements } = await recorder.recordWork(() => findMovedTo({ db }, old_id));
  expect(result).toBe(7);
  expectWithin(await costOf(statements), 1, 10);
});

test("prompts of a merged tag are found and changed by indexes", async () => {
  const { pool } = recorder.ctx;
  const merge = `update tags set merged_into = (select id from tags where slug = 'assunto-701')
    where slug = 'assunto-700' returning id, merged_into`;
  const [{ id, merged_into }] = (await pool.query(merge)).rows;
  await pool.query("update prompts set hidden_at = now() where id % 500 = 0");
  await vacuum("tags", "prompts");
  const { statements } = await recorder.recordWork(() =>
    inTransaction(recorder.ctx.db, async (trx) => {
      await lockMergeTarget(trx, id);
      await replaceTag(trx, id, merged_into, await selectMoving(trx, id, 100));
    }),
  );
  await pool.query("update prompts set hidden_at = null where id % 500 = 0");
  expect(await costOf(statements)).toMatchObject({ statements: 5, unindexed: [] });
});

describe("the queue of moderation", () => {
  const AUTHOR = "00000000-0000-4000-8000-000000000001";
  beforeAll(async () => {
    const { pool } = recorder.ctx;
    await pool.query("insert into moderators (user_id) values ($1)", [ana.id]);
    // With texts as long as prompts have.
    await pool.query(
      `set local statement_timeout = 0;
      insert into moderation_cases
        (prompt_id, author_id, author_username, label, category, state, snapshot, opened_at, deadline, decided_at)
      select -n, case when n % 100 < 2 then $1 else gen_random_uuid() end, 'x', 'x',
        case when n % 200 < 2 then 'hate' else 'spam' end, case n % 2 when 0 then 'open' else 'decided' end,
        jsonb_build_object('content', (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 80) where n > 0)),
        now(), now() + n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, 10000) n`.replace("$1", `'${AUTHOR}'::uuid`),
    );
    await pool.query(`
      insert into reports (code, case_id, category, explanation, standing, target_version, confirmed_at)
      select translate(lpad(id::text, 10, '0'), '01', 'BC'), id, 'spam', repeat('Vende cursos. ', 100), 'anyone', '1', now()
      from moderation_cases`);
    await vacuum("moderation_cases", "reports");
  });

  test.each([
    ["/api/admin/cases", 470],
    ["/api/admin/cases?page=160", 660],
    ["/api/admin/cases?page=100000", 450],
    ["/api/admin/cases?state=decided", 680],
    ["/api/admin/cases?state=decided&page=160", 870],
    ["/api/admin/cases?category=hate", 470],
    ["/api/admin/cases?category=spam&page=160", 500],
    ["/api/admin/cases?category=none", 80],
    ["/api/admin/cases?due=later&page=100", 480],
    ["/api/admin/cases?due=overdue&category=spam", 80],
    [`/api/admin/cases?author=${AUTHOR}`, 720],
    [`/api/admin/cases?author=${AUTHOR}&category=spam&state=decided`, 720],
    ["/api/admin/cases?state=decided&category=hate", 470],
    ["/api/admin/cases/5000/neighbours", 60],
    ["/api/admin/cases/5000/neighbours?category=hate", 470],
    ["/api/admin/cases/5000/neighbours?due=later", 60],
    ["/api/admin/cases/5000/neighbours?state=decided&category=spam", 60],
  ])("GET %s asks at most 10 statements and %s buffers", async (path, buffers) => {
    const asked = await measure(path, { headers: { authorization: ana.authorization } });
    expectWithin(asked, 10, buffers);
  });
});

test("a page far back in the public log reads its own cases, not those of all pages before it", async () => {
  const { pool } = recorder.ctx;
  await pool.query(
    `with cases as (
      insert into moderation_cases (prompt_id, author_id, author_username, label, state, snapshot, decided_at)
      select 1000000 + n, $1, 'ana', 'Um prompt', 'decided', '{}', now() from generate_series(1, 3000) n returning id
    ) insert into decisions (case_id, action, ground, reason, decided_as, decided_by)
    select id, 'keep', 'none', 'Nada.', 'admin', $1 from cases`,
    [ana.id],
  );
  await vacuum("decisions", "moderation_cases");
  const asked = await measure("/api/moderation/log?page=99");
  expectWithin(asked, 2, 500);
  expect((await measure("/api/moderation/log?page=100000")).statements).toBeLessThanOrEqual(1);
});

test("a question that no index serves is found out", async () => {
  const statement = { text: "select id from prompts where description = $1", values: ["nenhuma"] };
  expect(await tablesWithoutIndex(recorder.ctx.pool, [statement])).toEqual(["prompts"]);
});
