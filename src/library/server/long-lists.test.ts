import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEARCH_ORDERS, type SearchOrder } from "#library/contract.ts";
import { type PromptList, SORT_ORDERS } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pretendHundredfold } from "#tests/support/large-site.ts";

const PROMPTS = 3456;
const COLUMNS: Record<SearchOrder, string> = {
  relevance: "search @@ in_title(title_query($1)) desc, likes_count desc, created_at desc, prompt_id desc",
  top: "likes_count desc, created_at desc, prompt_id desc",
  newest: "created_at desc, prompt_id desc",
  views: "views desc, created_at desc, prompt_id desc",
  works: "last_worked_at desc, created_at desc, prompt_id desc",
};

let site: TestApp;

async function openSite(): Promise<TestApp> {
  const site = await createTestApp();
  // Likes, views and dates repeat, so that each part of an order decides somewhere; dates have their microseconds.
  await site.ctx.pool.query(`
    set local statement_timeout = 0;
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into users (email, username) values ('ana@example.com', 'Ana');
    insert into prompts (user_id, llm_type_id, title, content, image_hash, created_at)
      select u.id, case when n % 3 = 0 then 2 else 1 end,
        concat_ws(' ', 'Receita', n, case when n % 5 = 0 then 'festiva' end, case when n % 500 = 0 then 'violeta' end,
          case when n <= 1000 then 'milhar' end, case when n % 50 = 7 then 'solene' end,
          case when n % 150 = 7 then 'sereno' end, case when n % 40 = 7 then 'serenos' || n end),
        concat_ws(' ', 'Um texto comprido, solene e sereno', case when n % 3 < 2 then 'frequente' else 'alternado' end,
          case when n > 2400 then 'recente' end, case when n % 100 = 0 then 'raro' end,
          case when n * 37 % 1013 < 300 then 'esquecido' end, case when n % 2 = 0 then 'festiva' end,
          case when n % 90 = 0 then 'violeta' end, case when n <= 1100 then 'milhar' end,
          case when n <= 1000 then 'exato' end), repeat('a', 32),
        timestamptz '2026-01-01' + (n * 7919 % 1000) * interval '1 microsecond'
      from users u, generate_series(1, ${PROMPTS}) n;
    update prompt_stats set likes_count = prompt_id * 31 % 17, views = prompt_id * 37 % 1013 where true;
    update prompt_stats set last_worked_at = timestamptz '2026-01-01' + prompt_id % 7 * interval '1 microsecond'
      where prompt_id % 2 = 0;
  `);
  return site;
}
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** For tests that change what others read. */
function onSiteOfItsOwn(): void {
  let shared: TestApp;
  beforeAll(async () => {
    shared = site;
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
    site = shared;
  });
}

async function readPage(query: Record<string, string | number>): Promise<PromptList> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await site.app.inject(`/api/prompts?${search}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

const idsOf = ({ data }: PromptList) => data.map(({ id }) => id);

/** All ids of a list, by `next` from its first page. */
async function follow(query: Record<string, string | number>): Promise<number[]> {
  const ids: number[] = [];
  for (let after = {}; ; ) {
    const list = await readPage({ ...query, ...after });
    ids.push(...idsOf(list));
    if (list.pagination.next === undefined) return ids;
    after = { after: list.pagination.next };
  }
}

async function wholeList(orderBy: SearchOrder, llmTypeId: number | "all"): Promise<number[]> {
  const { rows } = await site.ctx.pool.query(
    `select prompt_id from prompt_stats where $1::int is null or llm_type_id = $1 order by ${COLUMNS[orderBy]}`,
    [llmTypeId === "all" ? null : llmTypeId],
  );
  return rows.map(({ prompt_id }) => prompt_id);
}

describe.each(SORT_ORDERS)("in the order %s", (orderBy) => {
  test.each([
    ["all", 100],
    // None begins where a thousand end, as one of a hundred does.
    ["all", 60],
    [1, 97],
    [2, 50],
  ] as const)(
    "of tool %s, pages of %s join to the whole list, wherever they are walked to from",
    async (llmTypeId, limit) => {
      const whole = await wholeList(orderBy, llmTypeId);
      const pages = Math.ceil(whole.length / limit);
      const seen: number[] = [];
      for (let page = 1; page <= pages; page++) {
        const list = await readPage({ orderBy, llmTypeId, limit, page });
        expect(list.pagination).toMatchObject({ pages, total: whole.length });
        seen.push(...idsOf(list));
      }
      expect(seen).toEqual(whole);
      expect(idsOf(await readPage({ orderBy, llmTypeId, limit, page: pages + 1 }))).toEqual([]);
    },
  );
});

/** What is searched, of which tool, and how many prompts have it. */
const SEARCHES = [
  ["comprido", "all", 3456],
  ["comprido", 2, 1152],
  ["frequente", "all", 2304],
  ["frequente", 1, 1152],
  ["recente", "all", 1056],
  ["recente", 2, 352],
  ["raro", "all", 34],
  ["frequente raro", "all", 23],
  ["FREQUÊN", 1, 1152],
  ["alternado", 1, 1152],
  ["alternado", 2, 0],
  // Those that are viewed least: in that order no page is met where it is expected.
  ["esquecido", "all", 1028],
  ["esquecido", 2, 342],
  ["frequente alternado", "all", 0],
  ["nenhum", "all", 0],
  // In all titles; in more texts than titles; in few of both.
  ["receita", "all", 3456],
  ["festiva", "all", 2074],
  ["festiva", 2, 691],
  ["violeta", "all", 44],
  // In all texts; in 70 titles, and in 24, of which others only begin with it.
  ["solene", "all", 3456],
  ["sereno", "all", 3456],
  ["sereno solene", 2, 1152],
  // In exactly a thousand titles and more texts; in exactly a thousand prompts.
  ["milhar", "all", 1100],
  ["exato", "all", 1000],
] as const;
/** Orders of a column differ in that alone: by relevance and by views every kind is read, by the others one of each way. */
const WAYS = ["comprido", "raro", "recente", "exato"];
const searched = SEARCH_ORDERS.flatMap((orderBy) =>
  SEARCHES.filter(
    ([search, tool]) =>
      orderBy === "relevance" || orderBy === "views" || (WAYS.includes(search) && tool === "all"),
  ).map((row) => [orderBy, ...row] as const),
);

test.each(searched)(
  "in the order %s, “%s” of tool %s, found %s times, gives the first thousand in pages, and all by next",
  async (orderBy, search, llmTypeId, count) => {
    const { rows } = await site.ctx.pool.query(
      `select prompt_id from prompt_stats join prompts on id = prompt_id
    where search @@ search_query($1) and ($2::int is null or prompts.llm_type_id = $2)
    order by ${COLUMNS[orderBy].replaceAll("created_at", "prompt_stats.created_at")}`,
      [search, llmTypeId === "all" ? null : llmTypeId],
    );
    expect(rows).toHaveLength(count);
    const reachable = Math.min(count, 1000);
    const seen: number[] = [];
    for (let page = 1; page <= Math.ceil(reachable / 96) + 1; page++) {
      const list = await readPage({ orderBy, llmTypeId, search, limit: 96, page });
      expect(list.pagination).toMatchObject({ total: reachable, more: count > 1000 });
      seen.push(...idsOf(list));
    }
    const all = rows.map(({ prompt_id }) => prompt_id);
    expect(seen).toEqual(all.slice(0, 1000));
    expect(await follow({ orderBy, llmTypeId, search, limit: 96 })).toEqual(all);
  },
);

describe("while prompts change", () => {
  onSiteOfItsOwn();

  test("prompts that come while anchors hold leave the last page whole, and no page empty", async () => {
    const query = { orderBy: "newest", limit: 100 };
    await readPage({ ...query, page: 15 });
    await site.ctx.pool.query(`
      insert into prompts (user_id, llm_type_id, title, content, image_hash)
      select id, 1, 'Mais uma ' || n, 'Um texto comprido', repeat('a', 32) from users, generate_series(1, 250) n`);
    site.ctx.responseCache.clear();
    const whole = await wholeList("newest", "all");
    const pages = Math.ceil(whole.length / 100);
    for (let page = 1; page <= pages; page++) {
      const ids = idsOf(await readPage({ ...query, page }));
      expect(ids).toHaveLength(Math.min(100, whole.length - (page - 1) * 100));
      if (page <= 10 || page > pages - 10) {
        expect(ids).toEqual(whole.slice((page - 1) * 100, page * 100));
      }
    }
  });

  test("a prompt that gets another tool is found within that one alone", async () => {
    const { rows } = await site.ctx.pool.query(
      `update prompts set llm_type_id = 4 where id in (select id from prompts
        where search @@ search_query('raro') and llm_type_id = 1 order by id limit 2) returning id`,
    );
    const moved = rows.map(({ id }) => id).sort((a, b) => a - b);
    site.ctx.responseCache.clear();
    const found = await Promise.all(
      [4, 1].map((llmTypeId) => readPage({ search: "raro", llmTypeId, limit: 96 })),
    );
    const [there, before] = found.map((list) => idsOf(list).sort((a, b) => a - b));
    expect(there).toEqual(moved);
    expect(before).toHaveLength(21);
    expect(before?.filter((id) => moved.includes(id))).toEqual([]);
  });
});

describe("where statistics know which words are common", () => {
  onSiteOfItsOwn();
  const ALL = ["all", 1, 2];
  /** Each finds more than a thousand in these, or nothing: whatever is counted there does not change with the site's size. */
  const SEARCHES: [search: string, tools: (string | number)[]][] = [
    ["receita", ALL],
    ["festiva", ["all"]],
    // Titles that are expected and met too late; that are counted while texts are not.
    ["solene", ALL],
    ["sereno", ALL],
    ["sereno solene", ALL],
    ["frequente", ALL],
    ["comprido", ALL],
    ["alternado comprido", ALL],
    ["frequente alternado", ALL],
    ["esquecido", ["all"]],
  ];
  const inPages = ([search, tools]: (typeof SEARCHES)[number]) =>
    Promise.all(
      (["views", "relevance"] as const).flatMap((orderBy) =>
        tools.flatMap((llmTypeId) =>
          [1, 4, 11, 12].map(async (page) => {
            const query = { orderBy, search, limit: 96, llmTypeId };
            const list = await readPage({ ...query, page });
            const { next } = list.pagination;
            return { list, following: next && (await readPage({ ...query, after: next })) };
          }),
        ),
      ),
    );
  let counted: Awaited<ReturnType<typeof inPages>>[];

  beforeAll(async () => {
    counted = [];
    for (const search of SEARCHES) counted.push(await inPages(search));
    await pretendHundredfold(site);
  });

  test.each(SEARCHES)("“%s” of tools %s gives the same pages", async (...search) => {
    const index = SEARCHES.findIndex(([words]) => words === search[0]);
    expect(await inPages(search)).toEqual(counted[index]);
  });

  test("the commonest are not counted, within a tool neither", async () => {
    site.ctx.responseCache.clear();
    const rename = async (name: string, to: string) => {
      const found = "select oid::regprocedure as it from pg_proc where proname = $1";
      for (const { it } of (await site.ctx.pool.query(found, [name])).rows)
        await site.ctx.pool.query(`alter function ${it} rename to ${to}`);
    };
    await rename("search_matches", "away");
    const pages = await inPages(["receita", ALL]);
    const query = { search: "receita", limit: 96 };
    const ends = [
      await readPage({ ...query, orderBy: "views", after: "0.1.1" }),
      await readPage({ ...query, orderBy: "views", after: "3.1767225600000999.99999" }),
    ];
    await rename("away", "search_matches");
    expect(ends.map(({ data }) => data.length)).toEqual([0, 13]);
    expect(pages).toEqual(counted[0]);
  });
});
