/** Tags for API tests: prompts that have them, the admin's calls, what readers see, and what must be true of the rows. */
import { beforeAll, expect } from "vitest";
import type { AdminTag, AdminTagList } from "#admin/contract.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { PromptList, PromptView, TagView } from "#prompts/contract.ts";
import { resolveTags } from "#prompts/server/tags.service.ts";
import { setUpTestApp } from "./accounts.ts";
import { publishPrompt } from "./prompts.ts";
import { createUser, type TestUser } from "./users.ts";

/** A site with an admin and an author for the tests of a file. */
export function setUpTags() {
  const site = setUpTestApp({ PUBLIC_URL: "https://prompteca.example" });
  const { call, sql } = site;
  let admin: TestUser;
  let ana: TestUser;
  let imageHash: string | undefined;
  beforeAll(async () => {
    admin = await createUser(site.ctx, { username: "Administradora", email: site.ctx.config.adminEmail });
    ana = await createUser(site.ctx, { username: "Ana" });
    const { image } = await publishPrompt(site, ana);
    imageHash = /[0-9a-f]{32}/.exec(image.url)?.[0];
  });

  /** Prompts without the work on pictures: rows as publishing leaves them. */
  async function insertWith(tagIds: number[], title = "Um prompt", n = 1): Promise<{ id: number }> {
    const insert = `insert into prompts (user_id, llm_type_id, title, content, image_hash, tag_ids)
      select $1, 3, $2, 'Um texto comprido.', $3, $4 from generate_series(1, $5) returning id`;
    const [row] = await sql(insert, ana.id, title, imageHash, tagIds, n);
    return { id: row?.id };
  }
  async function add({ title, tags }: { title?: string; tags: string[] }): Promise<{ id: number }> {
    return insertWith(await inTransaction(site.ctx.db, (trx) => resolveTags(trx, tags)), title);
  }
  const list = async (query = ""): Promise<AdminTagList> =>
    (await call("GET", `/api/admin/tags?${query}`, admin)).json();
  const search = async (text: string) => (await list(`search=${encodeURIComponent(text)}`)).tags;
  async function find(name: string): Promise<AdminTag> {
    const tag = (await search(name)).find((one) => one.name === name);
    if (!tag) throw new Error(`no tag ${name}`);
    return tag;
  }
  const rename = async (name: string, to: string) =>
    call("PATCH", `/api/admin/tags/${(await find(name)).id}`, admin, { name: to });
  const merge = async (name: string, into: string) =>
    call("POST", `/api/admin/tags/${(await find(name)).id}/merge`, admin, { into: (await find(into)).id });

  async function get<T>(path: string): Promise<T> {
    site.ctx.responseCache.clear();
    return (await call("GET", path)).json();
  }
  const tagsOf = async ({ id }: { id: number }) => (await get<PromptView>(`/api/prompts/${id}`)).tags;
  const byTag = (tag: string) => get<PromptList>(`/api/prompts?limit=100&tag=${encodeURIComponent(tag)}`);
  const listed = async (tag: string) => (await byTag(tag)).data.map(({ id }) => id).sort((a, b) => a - b);
  const suggested = (text: string) => get<TagView[]>(`/api/tags?search=${encodeURIComponent(text)}`);
  const rowsWith = async (id: number) =>
    (await sql("select count(*)::int as n from prompts where tag_ids @> array[$1::integer]", id))[0]?.n;
  const moved = (id: number) => expect.poll(() => rowsWith(id)).toBe(0);

  /** Compares the counts and the news with the rows; each prompt has each tag once, and each name leads to a tag in one step. */
  async function expectSound() {
    const counts = await sql(`select name, prompts_count,
      (select count(*)::int from prompts where hidden_at is null and tags.id = any(tag_ids)) as counted from tags`);
    for (const row of counts) expect(row.prompts_count, row.name).toBe(row.counted);
    const twice = `select id from prompts where cardinality(tag_ids) > (select count(distinct tag) from unnest(tag_ids) tag)`;
    const chains = `select a.id from tags a join tags b on b.id = a.merged_into where b.merged_into is not null`;
    expect([await sql(twice), await sql(chains)]).toEqual([[], []]);
    const news = await sql("select tag_id, created_at, prompt_id, author_id from tag_news order by 1, 2, 3");
    const tagged = `select tag as tag_id, created_at, id as prompt_id, user_id as author_id
      from prompts, unnest(tag_ids) tag where hidden_at is null order by 1, 2, 3`;
    expect(news).toEqual(await sql(tagged));
  }

  /** Locks a prompt's row, so that a job that changes it waits, until the returned function is called. */
  async function holding({ id }: { id: number }) {
    const client = await site.ctx.pool.connect();
    await client.query("begin");
    await client.query("select from prompts where id = $1 for update", [id]);
    return async () => {
      await client.query("rollback");
      client.release();
    };
  }
  /** Something waits for a lock of somebody else's transaction. */
  const waiting = () =>
    expect
      .poll(() =>
        sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      )
      .not.toEqual([]);

  return {
    site,
    /** Calls as the admin. */
    asAdmin: (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
      call(method, `/api/admin/${path}`, admin, body),
    asAna: (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
      call(method, `/api/prompts${path}`, ana, body),
    publish: (fields: object) => publishPrompt(site, ana, fields),
    ...{ add, list, search, find, rename, merge, get, tagsOf, byTag, listed, suggested },
    ...{ insertWith, rowsWith, moved, expectSound, holding, waiting },
  };
}
