/** How views are counted, and written while the database does not always answer. */
import pino from "pino";
import { beforeAll, expect, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";
import { forgetOldViews, openViews } from "./views.service.ts";

const READER = { address: "192.0.2.1", agent: "Mozilla/5.0" };

const site = setUpTestApp();
let published: number;
beforeAll(async () => {
  published = (await publishPrompt(site, await createUser(site.ctx))).id;
});

/** Copies of the published prompt, which nobody has seen. @returns their ids, ascending */
async function makePrompts(number: number): Promise<number[]> {
  const rows = await site.sql(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash)
      select user_id, llm_type_id, title, content, image_hash from prompts, generate_series(1, $2) where id = $1
      returning id`,
    published,
    number,
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function viewsOf(ids: number[]): Promise<number[]> {
  const rows = await site.sql(
    "select views from prompt_stats where prompt_id = any($1) order by prompt_id",
    ids,
  );
  return rows.map(({ views }) => views);
}

/** The views of a new prompt after these visits. */
async function viewsAfter(...visitors: { address: string; agent: string }[]): Promise<number[]> {
  const ids = await makePrompts(1);
  const views = openViews(site.ctx);
  for (const visitor of visitors) await views.record(ids[0] ?? 0, visitor, null);
  await views.close();
  return viewsOf(ids);
}

test("views whose write failed are kept, with those that came meanwhile, and written once", async () => {
  const ids = await makePrompts(401);
  const held = ids[200] ?? 0;
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const views = openViews({ ...site.ctx, log });
  for (const id of ids.toReversed()) await views.record(id, READER, null);

  // The prompts are written in their order, some at a time: the first ones do not wait for one of the next.
  const { release } = await lockRows(
    site.ctx.pool,
    "select from prompt_stats where prompt_id = $1 for update",
    held,
  );
  try {
    vi.advanceTimersByTime(2000);
    await untilWaiting(site.ctx.pool);
    expect(await viewsOf(ids)).toEqual(ids.map((id) => (id < held ? 1 : 0)));
    await views.record(held, { ...READER, address: "192.0.2.2" }, null);
    await site.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    await expect.poll(() => lines).toHaveLength(1);
  } finally {
    await release();
  }
  expect(lines[0]).toMatch(/"err":\{.*"msg":"views wait for the database"/);

  await views.close();
  expect(await viewsOf(ids)).toEqual(ids.map((id) => (id === held ? 2 : 1)));
});

test("one address counts once for each browser, one browser once for each address", async () => {
  const other = { ...READER, agent: "Mozilla/5.0 (Android)" };
  const elsewhere = { ...READER, address: "2001:db8::1" };
  expect(await viewsAfter(READER, other, READER, elsewhere, other, elsewhere)).toEqual([3]);
});

test.each([
  "",
  "Googlebot/2.1",
  "BINGBOT",
  "Screaming Frog SEO Spider/20.0",
  "Mozilla/5.0 HeadlessChrome/140.0",
  "curl/8.5.0",
  "Wget/1.21",
  "python-requests/2.32",
  "Java/21.0.2",
])("the agent %j counts nothing", async (agent) => {
  expect(await viewsAfter({ ...READER, agent })).toEqual([0]);
});

test("after half an hour a visit is forgotten, and the visitor counts again", async () => {
  const ids = await makePrompts(2);
  const views = openViews(site.ctx);
  const visitBoth = async () => {
    for (const id of ids) await views.record(id, READER, null);
  };
  await visitBoth();
  for (const [index, age] of ["31 minutes", "29 minutes"].entries()) {
    await site.sql(
      "update recent_views set viewed_at = now() - $2::interval where prompt_id = $1",
      ids[index],
      age,
    );
  }
  await forgetOldViews(site.ctx);
  const kept = await site.sql("select prompt_id from recent_views where prompt_id = any($1)", ids);
  expect(kept).toEqual([{ prompt_id: ids[1] }]);
  await visitBoth();
  await views.close();
  expect(await viewsOf(ids)).toEqual([2, 1]);
});
