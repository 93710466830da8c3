/** Following authors and collections, and what is new there. */
import { beforeAll, describe, expect, test } from "vitest";
import { MOST_FOLLOWS, type News } from "#collections/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { selectFollowsForExport } from "./follows.queries.ts";
import { listNews } from "./follows.service.ts";

const site = setUpTestApp();
const { call, sql } = site;
let author: TestUser;
let prompts: number[];
/** Public, of the author. */
let collection: number;

beforeAll(async () => {
  author = await createUser(site.ctx, { username: "Autora" });
  prompts = [];
  for (const title of ["Primeiro", "Segundo"])
    prompts.push((await publishPrompt(site, author, { title })).id);
  const made = await call("POST", "/api/collections", author, { title: "Receitas", is_public: true });
  collection = made.json().id;
});

const follow = (who: TestUser | null, path: string) => call("PUT", `/api/follows/${path}`, who);
const newsOf = async (who: TestUser, before?: string): Promise<News> =>
  (await call("GET", `/api/news${before ? `?before=${before}` : ""}`, who)).json();
const told = ({ data }: News) => data.map((item) => [item.prompt.title, item.collection?.title ?? null]);

describe("following", () => {
  test("authors and public collections, and following no longer; twice is no error", async () => {
    const ana = await createUser(site.ctx);
    const both = [`users/${author.id}`, `collections/${collection}`];
    for (const path of [...both, ...both]) expect((await follow(ana, path)).statusCode).toBe(204);
    expect((await call("GET", "/api/follows", ana)).json()).toEqual({
      users: [{ id: author.id, username: "Autora" }],
      collections: [{ id: collection, title: "Receitas", path: `/colecoes/${collection}-receitas` }],
    });
    for (const path of [...both, ...both])
      expect((await call("DELETE", `/api/follows/${path}`, ana)).statusCode).toBe(204);
    expect((await call("GET", "/api/follows", ana)).json()).toEqual({ users: [], collections: [] });
  });

  test("names no removed account and nothing of it, in exports neither", async () => {
    const [ana, gone] = [await createUser(site.ctx), await createUser(site.ctx, { username: "Removida" })];
    const list = (
      await call("POST", "/api/collections", gone, { title: "De antes", is_public: true })
    ).json();
    for (const path of [`users/${gone.id}`, `collections/${list.id}`, `users/${author.id}`])
      expect((await follow(ana, path)).statusCode).toBe(204);
    const named = async () => {
      const follows = (await call("GET", "/api/follows", ana)).json();
      const rows = await selectFollowsForExport(site.ctx.db, ana.id, 0, 100);
      return [
        [...follows.users, ...follows.collections].length,
        rows.map((row) => row.user ?? row.collection).sort(),
      ];
    };
    expect(await named()).toEqual([3, ["Autora", "De antes", "Removida"]]);
    await sql(
      "update users set removed_at = now(), is_blocked = true, blocked_before_removal = false where id = $1",
      gone.id,
    );
    expect(await named()).toEqual([1, ["Autora"]]);
  });

  test("is for members, of what others see", async () => {
    const ana = await createUser(site.ctx);
    const secret = (await call("POST", "/api/collections", author, { title: "Só minha" })).json().id;
    expect((await follow(null, `users/${author.id}`)).statusCode).toBe(401);
    expect((await call("GET", "/api/news")).statusCode).toBe(401);
    const wrong = [
      "users/x",
      `users/00000000-0000-4000-8000-000000000000`,
      `collections/${secret}`,
      "collections/x",
    ];
    for (const path of wrong) expect([path, (await follow(ana, path)).statusCode]).toEqual([path, 404]);
    for (const path of [`users/${author.id}`, `collections/${collection}`])
      expect((await follow(author, path)).json().code).toBe("own_content");
    await sql("update users set is_blocked = true where id = $1", ana.id);
    expect((await follow(ana, `users/${author.id}`)).json().code).toBe("user_banned");
  });

  test("has a limit, also for several at once", async () => {
    const ana = await createUser(site.ctx);
    await sql(
      `with others as (insert into users (email, username) select 'f' || n || '@example.com', 'Pessoa f' || n
        from generate_series(1, ${MOST_FOLLOWS - 1}) n returning id)
      insert into user_follows (follower_id, user_id) select $1, id from others`,
      ana.id,
    );
    const answers = await Promise.all([
      follow(ana, `users/${author.id}`),
      follow(ana, `collections/${collection}`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });
});

describe("news", () => {
  test("are what followed authors publish and what comes into followed collections, newest first", async () => {
    const ana = await createUser(site.ctx);
    expect(await newsOf(ana)).toEqual({ data: [], next: null });
    await follow(ana, `users/${author.id}`);
    expect(told(await newsOf(ana))).toEqual([
      ["Segundo", null],
      ["Primeiro", null],
    ]);
    await follow(ana, `collections/${collection}`);
    await call("PUT", `/api/collections/${collection}/items/${prompts[0]}`, author, { note: "Boa." });
    const news = await newsOf(ana);
    expect(told(news)).toEqual([
      ["Primeiro", "Receitas"],
      ["Segundo", null],
      ["Primeiro", null],
    ]);
    expect(news.data[0]).toMatchObject({
      note: "Boa.",
      collection: { path: `/colecoes/${collection}-receitas` },
    });
    // What is hidden or private is no news.
    await sql("update prompts set hidden_at = now() where id = $1", prompts[1]);
    await call("PATCH", `/api/collections/${collection}`, author, { is_public: false });
    expect(told(await newsOf(ana))).toEqual([["Primeiro", null]]);
    await sql("update prompts set hidden_at = null where id = $1", prompts[1]);
    await call("PATCH", `/api/collections/${collection}`, author, { is_public: true });
  });

  test("are what others make from one's own prompts, once, while both are public; the weekly mail has none", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const source = await publishPrompt(site, ana, { title: "A minha" });
    const other = await publishPrompt(site, author, { title: "De outra" });
    const remix = await publishPrompt(site, beto, {
      title: "A partir dela",
      content: "Outro texto, bem diferente.",
    });
    const own = await publishPrompt(site, ana, {
      title: "Minha também",
      content: "Mais um texto, e este é outro.",
    });
    for (const [id, of] of [
      [remix.id, source.id],
      [own.id, source.id],
      [prompts[0], other.id],
    ])
      await sql("insert into remixes (prompt_id, source_id, root_id) values ($1, $2, $2)", id, of);
    const only = [
      expect.objectContaining({ remix_of: { id: source.id, title: "A minha" }, collection: null }),
    ];
    expect((await newsOf(ana)).data).toEqual(only);
    expect((await newsOf(ana)).data[0]?.prompt.title).toBe("A partir dela");
    const mailed = async () => (await listNews(site.ctx, ana.id, undefined, new Date(0))).data;
    expect(await mailed()).toEqual([]);
    // Who follows its author reads it once, in the mail too.
    await follow(ana, `users/${beto.id}`);
    expect((await newsOf(ana)).data).toEqual(only);
    expect(await mailed()).toEqual(only);
    for (const hidden of [remix, source]) {
      await sql("update prompts set hidden_at = now() where id = $1", hidden.id);
      const shown = (await newsOf(ana)).data;
      expect(shown.map(({ remix_of }) => remix_of)).toEqual(hidden === remix ? [] : [null]);
      await sql("update prompts set hidden_at = null where id = $1", hidden.id);
    }
    await call("DELETE", `/api/follows/users/${beto.id}`, ana);
    await sql("update users set is_blocked = true where id = $1", beto.id);
    expect((await newsOf(ana)).data).toEqual([]);
    await sql("delete from remixes");
  });

  test("go on page by page without a gap or a repeat", async () => {
    const [ana, busy] = [await createUser(site.ctx), await createUser(site.ctx)];
    const { id } = await publishPrompt(site, busy, { title: "Nº 1" });
    await sql(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search, created_at)
        select user_id, llm_type_id, 'Nº ' || number, content || number, image_hash, search, now() - number / 3 * interval '1 hour'
        from prompts, generate_series(2, 45) number where id = $1`,
      id,
    );
    await follow(ana, `users/${busy.id}`);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: News = await newsOf(ana, next ?? undefined);
      seen.push(...page.data.map(({ prompt }) => prompt.title));
      next = page.next;
    } while (next);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    expect((await call("GET", "/api/news?before=x", ana)).json().field).toBe("before");
  });
});
