/** Lists of long prompts are megabytes: the time of who reads one is counted, of the list and of its page; and so is each page. */
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pause } from "#tests/support/pause.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const { points } = RATE_LIMITS.textTimePerCaller;
let site: TestApp;
let owner: TestUser;
let page: string;
let list: string;

beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: "on" }, "built");
  owner = await createUser(site.ctx);
  const { id } = await publishPrompt(site, owner);
  const made = await site.call("POST", "/api/collections", owner, { title: "Longos", is_public: true });
  page = made.json().path;
  list = `/api/collections/${made.json().id}`;
  await site.ctx.pool.query(
    `with long as (
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select user_id, llm_type_id, title, repeat('<', 20000), image_hash, search
        from prompts, generate_series(1, 60) where id = $1 returning id)
    insert into collection_items (collection_id, prompt_id, position)
      select $2, id, row_number() over () from long`,
    [id, made.json().id],
  );
});

/** Nothing that was computed before helps. */
function read(remoteAddress: string, url: string, token?: string) {
  site.ctx.responseCache.clear();
  return site.app.inject({ url, remoteAddress, headers: token ? { authorization: `Bearer ${token}` } : {} });
}
const used = async (subject: string) =>
  points - (await site.ctx.rateLimits.left("textTimePerCaller", subject));
const spend = (subject: string) => site.ctx.rateLimits.take("textTimePerCaller", subject, points);

test("a list is counted: for its owner, or for an address", async () => {
  expect((await read("198.51.100.1", list)).statusCode).toBe(200);
  expect(await used("198.51.100.1")).toBeGreaterThan(0);
  expect(await used(owner.id)).toBe(0);
  await spend("198.51.100.1");
  expect((await read("198.51.100.1", list)).statusCode).toBe(429);
  expect((await read("198.51.100.1", list, owner.token)).statusCode).toBe(200);
  expect(await used(owner.id)).toBeGreaterThan(0);
  await spend(owner.id);
  expect((await read("198.51.100.2", list, owner.token)).statusCode).toBe(429);
});

test("a page above a quarter of a million characters is counted besides; others are not, and go on with what is left", async () => {
  const charged = vi.spyOn(site.ctx.rateLimits, "charge");
  expect((await read("198.51.100.3", "/tags")).statusCode).toBe(200);
  expect(charged).not.toHaveBeenCalled();
  const answer = await read("198.51.100.3", page);
  expect(answer.statusCode).toBe(200);
  // Of 60 texts of 20,000 characters 25 are whole, and none is longer than it was written.
  expect(answer.body.match(/<{20000}/g)).toHaveLength(25);
  expect(answer.body.length).toBeLessThan(900_000);
  expect(charged).toHaveBeenCalledExactlyOnceWith("pageTimePerAddress", "198.51.100.3", expect.any(Number));
  expect(charged.mock.lastCall?.[2]).toBeGreaterThan(0);
  await spend("198.51.100.3");
  // What the page shows is refused; others do not read texts for long.
  expect((await read("198.51.100.3", page)).statusCode).toBe(429);
  expect((await read("198.51.100.3", "/tags")).statusCode).toBe(200);
  await site.ctx.rateLimits.take("pageTimePerAddress", "198.51.100.3", 120_000);
  expect((await read("198.51.100.3", "/tags")).statusCode).toBe(429);
  expect((await read("198.51.100.4", page)).statusCode).toBe(200);
});

test("an address has 1,200 pages a minute rendered, its own and refused forms among them; kept ones are sent", async () => {
  const address = "198.51.100.5";
  const form = {
    method: "POST",
    payload: "",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  } as const;
  const pages = [
    { url: "/prompts?sort=newest" },
    { url: "/nada" },
    { url: "/auth" },
    { url: "/denunciar", ...form },
  ];
  const ask = (page: InjectOptions, remoteAddress = address) => site.app.inject({ ...page, remoteAddress });
  for (const [at, page] of pages.entries()) {
    await site.ctx.rateLimits.forget("pagePerAddress", address);
    await site.ctx.rateLimits.take("pagePerAddress", address, 1199);
    site.ctx.responseCache.clear();
    const first = await ask(page);
    expect([page.url, first.statusCode]).toEqual([page.url, [200, 404, 200, 400][at]]);
    expect(await site.ctx.rateLimits.left("pagePerAddress", address), page.url).toBe(0);
    if (at < 2) expect((await ask(page)).statusCode).toBe(first.statusCode);
    // However old.
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    await pause(50, "the cache reads the clock once in 20 ms");
    if (at < 2) expect((await ask(page)).statusCode).toBe(first.statusCode);
    vi.restoreAllMocks();
    site.ctx.responseCache.clear();
    expect([page.url, (await ask(page)).statusCode]).toEqual([page.url, 429]);
    expect([page.url, (await ask(page, "198.51.100.6")).statusCode]).toEqual([page.url, first.statusCode]);
  }
});

test("whoever reads a collection uses up their own time, at each door", async () => {
  const [, , name = ""] = page.split("/");
  const doors = [
    list,
    page,
    `/colecoes/${name.split("-")[0]}`,
    `/embed/colecoes/${name}`,
    `/oembed?url=${encodeURIComponent(site.ctx.config.publicUrl + page)}`,
    `/feeds/collections/${name.split("-")[0]}.xml`,
  ];
  for (const [at, door] of doors.entries()) {
    const address = `198.51.100.${100 + at}`;
    const first = await read(address, door);
    expect([door, [200, 301].includes(first.statusCode)]).toEqual([door, true]);
    expect([door, await used(address)]).not.toEqual([door, 0]);
    await spend(address);
    expect([door, (await read(address, door)).statusCode]).toEqual([door, 429]);
  }
});

const LONG_SEARCH = Array.from({ length: 21 }, (_, at) => String.fromCodePoint(98 + at)).join("+");

describe("the time is counted of", () => {
  let token = "";
  let promptId = 0;
  beforeAll(async () => {
    token = owner.token;
    [{ id: promptId }] = (await site.ctx.pool.query("select min(id) as id from prompts")).rows as [
      { id: number },
    ];
  });
  const mine = { who: () => owner.id, token: () => token };
  const anybodys = { who: () => "198.51.100.7", token: () => undefined };

  test.each([
    ["a feed", () => "/feed.xml", anybodys],
    ["a tool's feed", () => "/feeds/tools/3.xml", anybodys],
    ["an author's feed", () => `/feeds/users/${owner.id}.xml`, anybodys],
    ["a feed of what works", () => "/feeds/funciona-hoje.xml", anybodys],
    ["a history", () => `/api/prompts/${promptId}/versions`, anybodys],
    ["a search of many words", () => `/api/prompts?search=${LONG_SEARCH}`, anybodys],
    ["suggestions for many words", () => `/api/prompts/suggestions?search=${LONG_SEARCH}`, anybodys],
    ["a far page of a tag", () => "/api/prompts?tag=mar&orderBy=newest&after=1.1", anybodys],
    ["a far page of a search", () => "/api/prompts?search=longo&orderBy=newest&after=1.1", anybodys],
    ["a long list", () => "/api/prompts?limit=25", anybodys],
    ["a long list of a person's", () => `/api/users/${owner.id}/prompts?limit=25`, anybodys],
    ["a long list of remixes", () => `/api/prompts/${promptId}/remixes?limit=25`, anybodys],
    ["prompts that wait for their review", () => "/api/prompts/in-review", mine],
    ["many favourites", () => "/api/users/me/favorites?limit=25", mine],
    ["a far page of what works", () => "/api/prompts?works=today&orderBy=newest&after=1.1", anybodys],
    ["a far page of the tags", () => "/api/tags/all?after=1.1", anybodys],
    ["many tags", () => "/api/tags/all?limit=25", anybodys],
    ["a far page of the collections", () => "/api/collections/public?after=1.1", anybodys],
    ["many collections", () => "/api/collections/public?limit=13", anybodys],
    ["news", () => "/api/news", mine],
    ["what goes with an account", () => "/api/account/footprint", mine],
    ["a copy of all that is somebody's", () => "/api/account/export", mine],
    ["collections with many words", () => `/api/collections/public?search=${LONG_SEARCH}`, anybodys],
    ["a far page of favourites", () => "/api/users/me/favorites?page=1001&limit=1", mine],
    ["a file of prompts", () => "/api/account/prompts/json", mine],
  ])("%s", async (_name, url, { who, token }) => {
    await site.ctx.rateLimits.forget("textTimePerCaller", who());
    expect((await read("198.51.100.7", url(), token())).statusCode).toBe(200);
    expect(await used(who())).toBeGreaterThan(0);
    await spend(who());
    expect((await read("198.51.100.7", url(), token())).statusCode).toBe(429);
    expect((await read("198.51.100.8", url(), token())).statusCode).toBe(token() ? 429 : 200);
  });

  test.each([
    ["an ordinary search", () => "/api/prompts?search=b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u", anybodys],
    ["suggestions", () => "/api/prompts/suggestions?search=longo", anybodys],
    ["a tag", () => "/api/prompts?tag=mar&page=2", anybodys],
    ["a list", () => "/api/prompts?limit=24", anybodys],
    ["a person's prompts", () => `/api/users/${owner.id}/prompts?limit=24`, anybodys],
    ["some tags", () => "/api/tags/all?limit=24", anybodys],
    ["some collections", () => "/api/collections/public?limit=12&page=2", anybodys],
    ["the first pages of favourites", () => "/api/users/me/favorites?page=50", mine],
  ])("not of %s", async (_name, url, { who, token }) => {
    await spend(who());
    expect((await read("198.51.100.7", url(), token())).statusCode).toBe(200);
  });
});

test.each([
  ["an author", () => [owner.id, owner.id.toUpperCase()].map((id) => `/feeds/users/${id}.xml`)],
  ["a tag", () => ["mar", "Mar", "M%C3%81R"].map((tag) => `/feeds/tags/${tag}.xml`)],
])("the feed of %s is made once, however it is asked for", async (_name, urls) => {
  await site.ctx.pool.query(
    `with made as (
      insert into tags (name, folded, slug) values ('Mar', 'mar', 'mar')
      on conflict (folded) do update set name = excluded.name returning id)
    update prompts set tag_ids = array[made.id] from made where prompts.id = (select min(id) from prompts)`,
  );
  site.ctx.responseCache.clear();
  const address = "198.51.100.9";
  await site.ctx.rateLimits.forget("textTimePerCaller", address);
  const taken = vi.spyOn(site.ctx.rateLimits, "timed");
  for (const url of urls())
    expect([url, (await site.app.inject({ url, remoteAddress: address })).statusCode]).toEqual([url, 200]);
  expect(taken).toHaveBeenCalledOnce();
});
