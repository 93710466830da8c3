/** "Testados há pouco": prompts that somebody has confirmed within 90 days, in every order, with tools and searches. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEARCH_ORDERS, type SearchOrder } from "#library/contract.ts";
import type { PromptList } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";

const PROMPTS = 3000;
const COLUMNS: Record<SearchOrder, string> = {
  relevance: "search @@ in_title(title_query($2)) desc, likes_count desc, s.created_at desc, id desc",
  top: "likes_count desc, s.created_at desc, id desc",
  newest: "s.created_at desc, id desc",
  views: "views desc, s.created_at desc, id desc",
  works: "last_worked_at desc, s.created_at desc, id desc",
};

/** With few confirmed prompts, and with more than can be reached. */
const sites: Record<"few" | "many", TestApp | undefined> = { few: undefined, many: undefined };

/** @param share of the prompts, one of so many was confirmed lately; another part long ago */
async function openSite(one: number): Promise<TestApp> {
  const site = await createTestApp();
  await site.ctx.pool.query(`
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into users (email, username) values ('ana@example.com', 'Ana');
    insert into prompts (user_id, llm_type_id, title, content, image_hash, created_at)
      select u.id, case when n % 5 = 0 then 2 else 1 end,
        concat_ws(' ', 'Receita', n, case when n % 7 = 0 then 'festiva' end),
        concat_ws(' ', 'Um texto comprido', case when n % 3 = 0 then 'festiva' end, case when n % 90 = 0 then 'rara' end),
        repeat('a', 32), timestamptz '2026-01-01' + (n * 7919 % 1000) * interval '1 microsecond'
      from users u, generate_series(1, ${PROMPTS}) n;
    update prompt_stats set likes_count = prompt_id * 31 % 17, views = prompt_id * 37 % 1013,
      last_worked_at = case
        when prompt_id % ${one} = 0 then now() - (1 + prompt_id % 88) * interval '1 day'
        when prompt_id % 11 = 0 then now() - interval '90 days 1 minute'
        else '-infinity' end
      where true;
    analyze prompt_stats;
  `);
  return site;
}
beforeAll(async () => {
  [sites.few, sites.many] = await Promise.all([openSite(6), openSite(2)]);
});
afterAll(async () => {
  await Promise.all(Object.values(sites).map((site) => site?.close()));
});

describe.each(["few", "many"] as const)("of %s confirmed prompts", (which) => {
  describe.each(SEARCH_ORDERS)("in the order %s", (orderBy) => {
    test.each([
      ["", "all"],
      ["", 2],
      ["festiva", "all"],
      ["comprido", 1],
      ["rara", "all"],
      ["nenhuma", "all"],
    ] as const)("“%s” of tool %s gives the first thousand in pages", async (search, llmTypeId) => {
      const site = sites[which] as TestApp;
      const order = orderBy === "relevance" && !search ? "top" : orderBy;
      const { rows } = await site.ctx.pool.query(
        `select id from prompts join prompt_stats s on id = prompt_id
        where last_worked_at > now() - interval '90 days' and ($1::int is null or s.llm_type_id = $1)
          and ($2 = '' or search @@ search_query($2))
        order by ${COLUMNS[order]}`,
        [llmTypeId === "all" ? null : llmTypeId, search],
      );
      const whole = rows.map(({ id }) => id);
      const seen: number[] = [];
      const followed: number[] = [];
      for (let after = ""; ; ) {
        const query = new URLSearchParams({ works: "today", orderBy, limit: "100" });
        if (search) query.set("search", search);
        if (llmTypeId !== "all") query.set("llmTypeId", String(llmTypeId));
        if (after) query.set("after", after);
        const list: PromptList = (await site.call("GET", `/api/prompts?${query}`)).json();
        followed.push(...list.data.map(({ id }) => id));
        if (list.pagination.next === undefined) break;
        after = list.pagination.next;
      }
      expect(followed).toEqual(whole);
      for (let page = 1; ; page++) {
        const query = new URLSearchParams({ works: "today", orderBy, page: String(page), limit: "100" });
        if (search) query.set("search", search);
        if (llmTypeId !== "all") query.set("llmTypeId", String(llmTypeId));
        const list: PromptList = (await site.call("GET", `/api/prompts?${query}`)).json();
        expect(list.pagination).toMatchObject({
          total: Math.min(whole.length, 1000),
          more: whole.length > 1000,
        });
        if (list.data.length === 0) break;
        seen.push(...list.data.map(({ id }) => id));
      }
      expect(seen).toEqual(whole.slice(0, 1000));
    });
  });
});

test("another value is refused, and a feed has the last confirmed first", async () => {
  const site = sites.few as TestApp;
  expect((await site.call("GET", "/api/prompts?works=yesterday")).json()).toMatchObject({ field: "works" });
  const feed = await site.call("GET", "/feeds/funciona-hoje.xml");
  expect(feed.headers["content-type"]).toMatch(/^application\/atom\+xml/);
  const { rows } = await site.ctx.pool.query(
    "select prompt_id from prompt_stats order by last_worked_at desc, created_at desc, prompt_id desc limit 30",
  );
  const ids = [...feed.body.matchAll(/<id>[^<]*\/prompts\/(\d+)<\/id>/g)].map(([, id]) => Number(id));
  expect(ids).toEqual(rows.map(({ prompt_id }) => prompt_id));
});
