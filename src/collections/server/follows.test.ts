/** Following authors, collections and tags, and their news. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MOST_FOLLOWS, type News } from "#collections/contract.ts";
import { inTransaction } from "#platform/database/db.ts";
import { updateMerged } from "#prompts/server/tag-administration.queries.ts";
import { moveSome } from "#prompts/server/tag-moving.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { moveTagFollows, selectFollowsForExport } from "./collections.shared.queries.ts";
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
  test("authors, public collections and tags, and following no longer; twice is no error", async () => {
    const ana = await createUser(site.ctx);
    await publishPrompt(site, author, { title: "Com tag", tags: ["Festa junina"] });
    const all = [`users/${author.id}`, `collections/${collection}`, "tags/festa-junina"];
    for (const path of [...all, ...all]) expect((await follow(ana, path)).statusCode).toBe(204);
    // Any spelling is the tag.
    expect((await follow(ana, "tags/Festas%20Juninas")).statusCode).toBe(204);
    expect((await call("GET", "/api/follows", ana)).json()).toEqual({
      users: [{ id: author.id, username: "Autora" }],
      collections: [{ id: collection, title: "Receitas", path: `/colecoes/${collection}-receitas` }],
      tags: [{ slug: "festa-junina", name: "Festa junina" }],
    });
    for (const path of [...all, ...all])
      expect((await call("DELETE", `/api/follows/${path}`, ana)).statusCode).toBe(204);
    expect((await call("GET", "/api/follows", ana)).json()).toEqual({ users: [], collections: [], tags: [] });
    await sql("delete from prompts where title = 'Com tag'");
  });

  test("a tag that no public prompt has can be neither followed nor found among what is followed", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await publishPrompt(site, author, { title: "Só este", tags: ["Rara"] });
    await follow(ana, "tags/rara");
    const named = async () => [
      (await call("GET", "/api/follows", ana)).json().tags,
      (await selectFollowsForExport(site.ctx.db, ana.id, 0, 100)).map(({ tag }) => tag),
    ];
    expect(await named()).toEqual([[{ slug: "rara", name: "Rara" }], ["Rara"]]);
    await sql("update prompts set hidden_at = now() where id = $1", id);
    expect(await named()).toEqual([[], []]);
    expect((await follow(await createUser(site.ctx), "tags/rara")).json().code).toBe("tag_not_found");
    await sql("update prompts set hidden_at = null where id = $1", id);
    expect(await named()).toEqual([[{ slug: "rara", name: "Rara" }], ["Rara"]]);
    await sql("delete from prompts where id = $1", id);
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
    for (const [path, code] of [
      ["users/x", "user_not_found"],
      ["users/00000000-0000-4000-8000-000000000000", "user_not_found"],
      [`collections/${secret}`, "collection_not_found"],
      ["collections/999999", "collection_not_found"],
      ["collections/x", "collection_not_found"],
      ["tags/nunca-vista", "tag_not_found"],
      ["tags/%E2%80%94", "tag_not_found"],
    ]) {
      const answer = await follow(ana, path as string);
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, code]);
    }
    for (const path of ["users/x", "collections/x"])
      expect((await call("DELETE", `/api/follows/${path}`, ana)).statusCode).toBe(404);
    for (const path of [`users/${author.id}`, `collections/${collection}`])
      expect((await follow(author, path)).json().code).toBe("own_content");
    await sql("update users set is_blocked = true where id = $1", ana.id);
    expect((await follow(ana, `users/${author.id}`)).json().code).toBe("user_banned");
  });

  test.each([
    ["an author is deleted", "users", "delete from users where id = $1", 404, "user_not_found"],
    [
      "a collection is deleted",
      "collections",
      "delete from collections where id = $1",
      404,
      "collection_not_found",
    ],
    [
      "the follower is blocked",
      "follower",
      "update users set is_blocked = true where id = $1",
      403,
      "user_banned",
    ],
  ])("while %s ends as if it came after", async (_, what, change, status, code) => {
    const [ana, gone] = [await createUser(site.ctx), await createUser(site.ctx)];
    const list = await call("POST", "/api/collections", gone, { title: "De passagem", is_public: true });
    const ids = { users: gone.id, collections: list.json().id, follower: ana.id };
    const held = await lockRows(site.ctx.pool, change, ids[what as keyof typeof ids]);
    const path = what === "collections" ? `collections/${ids.collections}` : `users/${gone.id}`;
    const following = follow(ana, path);
    await untilWaiting(site.ctx.pool);
    await held.release();
    const answer = await following;
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test("has a limit, also for several at once", async () => {
    const ana = await createUser(site.ctx);
    await sql(
      `with others as (insert into users (email, username) select 'f' || n || '@example.com', 'Pessoa f' || n
        from generate_series(1, ${MOST_FOLLOWS - 1}) n returning id)
      insert into user_follows (follower_id, user_id) select $1, id from others`,
      ana.id,
    );
    const { id } = await publishPrompt(site, author, { title: "Com tag", tags: ["Limite"] });
    const answers = await Promise.all([
      follow(ana, `users/${author.id}`),
      follow(ana, `collections/${collection}`),
      follow(ana, "tags/limite"),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      code: "too_many_follows",
      message: "Você já segue 200 pessoas, coleções e tags, o máximo. Deixe de seguir uma para seguir outra.",
    });
    await sql("delete from prompts where id = $1", id);
  });
});

describe("news", () => {
  test("are what followed authors publish and what comes into followed collections, newest first", async () => {
    const ana = await createUser(site.ctx);
    expect(await newsOf(ana)).toEqual({ data: [], next: null });
    await follow(ana, `users/${author.id}`);
    const first = await newsOf(ana);
    expect([told(first), first.next]).toEqual([
      [
        ["Segundo", null],
        ["Primeiro", null],
      ],
      null,
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
    // Hidden and private things are no news.
    await sql("update prompts set hidden_at = now() where id = $1", prompts[1]);
    await call("PATCH", `/api/collections/${collection}`, author, { is_public: false });
    expect(told(await newsOf(ana))).toEqual([["Primeiro", null]]);
    await sql("update prompts set hidden_at = null where id = $1", prompts[1]);
    await call("PATCH", `/api/collections/${collection}`, author, { is_public: true });
  });

  test("come as few at a time as are asked for", async () => {
    const ana = await createUser(site.ctx);
    await follow(ana, `users/${author.id}`);
    const first = (await call("GET", "/api/news?limit=1", ana)).json();
    expect([told(first), typeof first.next]).toEqual([[["Segundo", null]], "string"]);
    const rest = (await call("GET", `/api/news?limit=1&before=${first.next}`, ana)).json();
    expect(told(rest)).toEqual([["Primeiro", null]]);
    for (const limit of ["0", "21", "x"]) {
      const refused = await call("GET", `/api/news?limit=${limit}`, ana);
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        "O limite (limit) deve ser um número inteiro de 1 a 20",
      ]);
    }
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
    const mailed = async () => (await listNews(site.ctx, ana.id, { since: new Date(0) })).data;
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
    await sql("delete from remixes where prompt_id = any($1)", [remix.id, own.id, prompts[0]]);
  });

  describe("of tags", () => {
    let ana: TestUser;
    let beto: TestUser;
    /** Beto's prompt with the tag "Samba". */
    let samba: number;
    const inNews = async (who = ana) =>
      (await newsOf(who)).data.map(({ prompt, tag }) => [prompt.title, tag?.name ?? null]);
    const publish = async (who: TestUser, title: string, tags: string[]) =>
      (await publishPrompt(site, who, { title, content: `Escreva sobre ${title}.`, tags })).id;
    beforeEach(async () => {
      await sql("delete from prompts where cardinality(tag_ids) > 0");
      await sql("delete from tags where true");
      [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
      samba = await publish(beto, "Uma roda", ["Samba", "Festa"]);
      await follow(ana, "tags/samba");
    });

    test("are the prompts with it, once, with the author who is followed or one of the tags", async () => {
      await publish(beto, "Outra coisa", ["Festa"]);
      expect(await inNews()).toEqual([["Uma roda", "Samba"]]);
      await follow(ana, "tags/festa");
      expect(await inNews()).toEqual([
        ["Outra coisa", "Festa"],
        ["Uma roda", "Festa"],
      ]);
      await follow(ana, `users/${beto.id}`);
      expect(await inNews()).toEqual([
        ["Outra coisa", null],
        ["Uma roda", null],
      ]);
      await call("DELETE", `/api/follows/users/${beto.id}`, ana);
      await call("DELETE", "/api/follows/tags/festa", ana);
      expect(await inNews()).toEqual([["Uma roda", "Samba"]]);
    });

    test("are a remix of one's own prompt once, and in the weekly mail too", async () => {
      const source = await publish(ana, "A minha", []);
      await sql("insert into remixes (prompt_id, source_id, root_id) values ($1, $2, $2)", samba, source);
      const { data } = await newsOf(ana);
      expect(data).toMatchObject([{ prompt: { title: "Uma roda" }, remix_of: { id: source }, tag: null }]);
      const mailed = (await listNews(site.ctx, ana.id, { since: new Date(0) })).data;
      expect(mailed).toMatchObject([
        { prompt: { title: "Uma roda" }, tag: { slug: "samba", name: "Samba" } },
      ]);
      await sql("delete from remixes where prompt_id = $1", samba);
      await sql("delete from prompts where id = $1", source);
    });

    test("are neither one's own prompts, nor hidden ones, nor those of blocked people", async () => {
      await publish(ana, "O meu", ["Samba"]);
      const newest = async () => (await call("GET", "/api/news?limit=1", ana)).json().data;
      // One's own, however new, stands in nothing's way.
      expect((await newest()).map((item: News["data"][number]) => item.prompt.title)).toEqual(["Uma roda"]);
      await sql("update prompts set hidden_at = now() where id = $1", samba);
      expect(await inNews()).toEqual([]);
      await sql("update prompts set hidden_at = null where id = $1", samba);
      expect(await inNews()).toEqual([["Uma roda", "Samba"]]);
      await sql("update users set is_blocked = true where id = $1", beto.id);
      expect(await inNews()).toEqual([]);
    });

    test("follow the tags of a prompt that its author changes, and go with the prompt", async () => {
      const change = async (tags: string[]) =>
        expect((await call("PATCH", `/api/prompts/${samba}`, beto, { tags })).statusCode).toBe(200);
      await change(["Festa"]);
      expect(await inNews()).toEqual([]);
      await change(["Festa", "Samba"]);
      expect(await inNews()).toEqual([["Uma roda", "Samba"]]);
      await sql("delete from users where id = $1", beto.id);
      expect(await inNews()).toEqual([]);
      expect(await sql("select * from tag_news")).toEqual([]);
    });

    test("are those of the tag that it is merged into, from then on, and before the prompts are moved", async () => {
      const caio = await createUser(site.ctx);
      for (const tag of ["tags/samba", "tags/festa"]) await follow(caio, tag);
      await publish(beto, "Só festa", ["Festa"]);
      await publish(beto, "Só samba", ["Samba"]);
      const ids = await sql("select slug, id from tags");
      const idOf = (slug: string) => ids.find((tag) => tag.slug === slug)?.id;
      // As the admin's call, without its job.
      await inTransaction(site.ctx.db, async (trx) => {
        await updateMerged(trx, idOf("samba"), idOf("festa"));
        await moveTagFollows(trx, idOf("samba"), idOf("festa"));
      });
      const after = [
        ["Só samba", "Festa"],
        ["Só festa", "Festa"],
        ["Uma roda", "Festa"],
      ];
      for (const who of [ana, caio]) {
        expect((await call("GET", "/api/follows", who)).json().tags).toEqual([
          { slug: "festa", name: "Festa" },
        ]);
        expect(await inNews(who)).toEqual(after);
      }
      await moveSome(site.ctx, idOf("samba"), new AbortController().signal);
      expect(await inNews()).toEqual(after);
      expect(await sql("select distinct tag_id from tag_news")).toEqual([{ tag_id: idOf("festa") }]);
      // Its former name is the tag.
      await call("DELETE", "/api/follows/tags/samba", ana);
      expect(await inNews()).toEqual([]);
    });

    test("are kept as the prompts are, whatever changes them", async () => {
      await publish(ana, "O meu", ["Samba", "Praia"]);
      await sql("update prompts set tag_ids = tag_ids[1:1], title = title || '!' where id = $1", samba);
      await sql("update prompts set hidden_at = now() where user_id = $1", ana.id);
      await sql(
        "update prompts set created_at = created_at - interval '1 day', hidden_at = null where user_id = $1",
        ana.id,
      );
      const kept = "select tag_id, created_at, prompt_id, author_id from tag_news order by 1, 2, 3";
      const real = `select tag as tag_id, created_at, id as prompt_id, user_id as author_id
        from prompts, unnest(tag_ids) tag where hidden_at is null order by 1, 2, 3`;
      expect(await sql(kept)).toHaveLength(3);
      expect(await sql(kept)).toEqual(await sql(real));
    });
  });

  test.each(["users", "tags"])("of %s go on page by page without a gap or a repeat", async (of) => {
    const [ana, busy] = [await createUser(site.ctx), await createUser(site.ctx)];
    const { id } = await publishPrompt(site, busy, { title: "Nº 1", tags: ["Número"] });
    await sql(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search, tag_ids, created_at)
        select user_id, llm_type_id, 'Nº ' || number, content || number, image_hash, search, tag_ids,
          now() - number / 3 * interval '1 hour'
        from prompts, generate_series(2, 45) number where id = $1`,
      id,
    );
    await follow(ana, of === "users" ? `users/${busy.id}` : "tags/numero");
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: News = await newsOf(ana, next ?? undefined);
      seen.push(...page.data.map(({ prompt }) => prompt.title));
      next = page.next;
    } while (next);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    for (const before of ["x", "1-2x", "x1-2"])
      expect((await call("GET", `/api/news?before=${before}`, ana)).json()).toMatchObject({
        code: "validation_failed",
        field: "before",
      });
    await sql("delete from users where id = $1", busy.id);
  });
});
