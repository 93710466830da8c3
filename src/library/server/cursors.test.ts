/** Whoever follows `next` gets every prompt once, whatever is published and deleted meanwhile. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countSearchWords } from "#prompts/server/search-words.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
let image: string;
let tag: number;
beforeAll(async () => {
  ana = await createUser(site.ctx);
  const { thumbnail_url } = await publishPrompt(site, ana);
  image = /[0-9a-f]{32}/.exec(thumbnail_url)?.[0] as string;
  const [row] = await site.sql(
    "insert into tags (name, folded, slug) values ('Mar', 'mar', 'mar') returning id",
  );
  tag = row.id;
});

/**
 * Some have a word in the title, others in the text alone; all have a tag, and some were confirmed lately.
 * @param at when: microseconds tell some apart, and some have the same time
 * @returns their ids
 */
async function publish(times: string[]): Promise<number[]> {
  const rows = await site.sql(
    `with made as (
      insert into prompts (user_id, llm_type_id, title, content, image_hash, created_at, tag_ids)
      select $1, 3, case n % 2 when 0 then 'Jabuticaba' else 'Pitanga' end, 'Um texto, com jabuticaba.', $2, at::timestamptz,
        array[$4::integer]
      from unnest($3::text[]) with ordinality given (at, n) returning id, user_id, created_at)
    insert into favorites (prompt_id, user_id, created_at) select * from made returning prompt_id as id`,
    ana.id,
    image,
    times,
    tag,
  );
  await site.sql(
    `update prompt_stats set last_worked_at = now() - prompt_id % 3 * interval '1 day'
      where prompt_id % 4 <> 0 and last_worked_at = '-infinity'`,
  );
  site.ctx.responseCache.clear();
  return rows.map(({ id }) => Number(id));
}
const remove = (id: number) => site.sql("delete from prompts where id = $1", id);

let ids: number[];
beforeEach(async () => {
  await site.sql("delete from prompts where true");
  const second = "2026-11-20T10:00:00";
  ids = await publish([
    ...["001", "001001", "001002", "001002", "9"].map((fraction) => `${second}.${fraction}Z`),
    ...["2026-11-20T10:00:01Z", "2026-11-20T10:00:01Z", "1969-12-31T23:59:59.999999Z"],
  ]);
});

interface Seen {
  data: { id: number }[];
  pagination: { page: number; next?: string };
}
/** Reads all pages from an address, and does something before each but the first. @returns the ids in their order */
async function readAll(address: string, meanwhile: (seen: number[]) => Promise<unknown>): Promise<number[]> {
  const seen: number[] = [];
  for (let next: string | undefined = address; next; ) {
    if (seen.length > 100) throw new Error(`no end: ${next}`);
    const answer = await site.call("GET", next, next.includes("/me/") ? ana : null);
    expect(answer.statusCode, next).toBe(200);
    const { data, pagination } = answer.json() as Seen;
    seen.push(...data.map(({ id }) => id));
    expect(data.some((prompt) => "cursor" in prompt)).toBe(false);
    next = /<([^>]*)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    expect(next === undefined).toBe(pagination.next === undefined);
    if (next) await meanwhile(seen);
  }
  return seen;
}

describe.each([
  "/api/v1/prompts?limit=2&search=jabuticaba",
  "/api/v1/prompts?limit=3&search=jabuticaba&llmTypeId=3",
  "/api/v1/prompts?limit=1&search=jabuticaba&orderBy=newest",
  "/api/v1/prompts?limit=2&tag=mar",
  "/api/v1/prompts?limit=2&tag=mar&search=jabuticaba",
  "/api/v1/prompts?limit=2&tag=mar&orderBy=views",
  "/api/v1/prompts?limit=2&orderBy=works",
  "/api/v1/prompts?limit=2&orderBy=newest",
  "/api/v1/prompts?limit=3&orderBy=newest&llmTypeId=3",
  "/api/v1/prompts?limit=2",
  "/api/v1/prompts?limit=1&orderBy=views",
  "/api/v1/users/ANA/prompts?limit=2",
  "/api/v1/users/me/favorites?limit=3",
])("%s", (path) => {
  const address = () => path.replace("ANA", ana.id);

  test("while nothing changes, in its order", async () => {
    const whole = (await site.call("GET", address().replace(/limit=\d/, "limit=100"), ana)).json() as Seen;
    const all = whole.data.map(({ id }) => id);
    expect(all.toSorted()).toEqual(ids.toSorted());
    expect(await readAll(address(), async () => undefined)).toEqual(all);
  });

  test("while others publish", async () => {
    const seen = await readAll(address(), () => publish(["2026-11-21T10:00:00Z", "2026-11-21T10:00:00.5Z"]));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  });

  test("while what was read is deleted, the last prompt of a page too", async () => {
    const seen = await readAll(address(), async (before) => {
      for (const id of before) await remove(id);
      site.ctx.responseCache.clear();
    });
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });
});

describe.each([
  "/api/v1/prompts?limit=1&works=today",
  "/api/v1/prompts?limit=2&works=today&orderBy=works",
  "/api/v1/prompts?limit=2&works=today&search=jabuticaba",
  "/api/v1/prompts?limit=2&works=today&tag=mar&orderBy=newest",
])("of what works: %s", (address) => {
  test("while what was read is deleted and others publish", async () => {
    const confirmed = await site.sql("select prompt_id from prompt_stats where last_worked_at > '-infinity'");
    const seen = await readAll(address, async (before) => {
      for (const id of before) await remove(id);
      await publish(["2026-11-21T10:00:00Z", "2026-11-21T10:00:00.5Z"]);
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(confirmed.map(({ prompt_id }) => Number(prompt_id))));
  });
});

test("a corrected search is followed as what it was corrected to, when somebody publishes what was typed", async () => {
  await countSearchWords(site.ctx);
  const seen = await readAll("/api/v1/prompts?limit=3&search=jabuticava&spelling=correct", async () => {
    const added = await publish(["2026-11-21T10:00:00Z"]);
    await site.sql("update prompts set title = 'Jabuticava' where id = any($1)", added);
    await countSearchWords(site.ctx);
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(ids));
});

test("an order that changes is followed from where one was", async () => {
  await site.sql("update prompt_stats set likes_count = 5 where prompt_id = any($1)", ids.slice(0, 3));
  site.ctx.responseCache.clear();
  const seen = await readAll("/api/v1/prompts?limit=2&orderBy=top", async () => undefined);
  expect(seen.slice(0, 3).toSorted()).toEqual(ids.slice(0, 3).toSorted());
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test.each([
  ["of another order", "orderBy=newest&after=5.1700000000000000.3"],
  ["of another order", "orderBy=top&after=1700000000000000.3"],
  ["of another order", "orderBy=works&after=1700000000000000.3"],
  ["of a list", "search=mar&after=5.1700000000000000.3"],
  ["of a search", "after=1.5.1700000000000000.3"],
  ["with another sign", "search=mar&after=2.5.1700000000000000.3"],
  ["of more likes than there can be", `orderBy=top&after=${"9".repeat(10)}.1.3`],
  ["with too many parts", "orderBy=top&after=1.1.1.1.1"],
  ["that is too long", `orderBy=newest&after=${"1".repeat(17)}.3`],
  ["that is none", "orderBy=newest&after=2"],
  ["that is empty", "orderBy=newest&after="],
  ["with other signs", "orderBy=newest&after=17e5.3"],
  ["that comes twice", "orderBy=newest&after=1.3&after=1.3"],
])("a cursor %s is refused: %s", async (_, query) => {
  const answer = await site.call("GET", `/api/v1/prompts?${query}`);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      code: "validation_failed",
      message: "after deve ser o next da página anterior, na mesma ordem",
      field: "after",
    },
  ]);
});

test.each(["0.1", "9999999999999999.999999999999999", "1.1"])(
  "a cursor of any time is taken: %s",
  async (after) => {
    expect((await site.call("GET", `/api/v1/prompts?orderBy=newest&after=${after}`)).statusCode).toBe(200);
  },
);
