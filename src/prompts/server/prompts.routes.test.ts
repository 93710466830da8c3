import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { FILTERS } from "#library/contract.ts";
import { promptList, promptView } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { openViews } from "./views.service.ts";

const site = setUpTestApp();
let ana: TestUser;
let beto: TestUser;
let picture: string;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana Antônia" });
  beto = await createUser(site.ctx, { username: "Beto" });
  picture = await pictureDataUrl();
});

const valid = () => ({
  title: "Redator de marketing",
  content: "Escreva um código de vendas com imagens e emoção.",
  description: "Para quem vende.",
  thumbnail_url: picture,
  llm_type_id: 6,
});

const publish = (author: TestUser | null, changes: object = {}) =>
  site.call("POST", "/api/prompts", author, { ...valid(), ...changes });
const get = (url: string, viewer: TestUser | null = null) => site.call("GET", url, viewer);
const react = (id: number, reaction: "like" | "favorite", user: TestUser) =>
  site.call("POST", `/api/prompts/${id}/${reaction}`, user);

const countRows = async () => (await site.ctx.pool.query("select count(*)::int as n from prompts")).rows[0].n;

describe("POST /api/prompts", () => {
  test("is refused to a visitor, and nothing is stored", async () => {
    const before = await countRows();
    const response = await publish(null);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: "unauthorized", message: expect.any(String) });
    expect(await countRows()).toBe(before);
  });

  test("answers 201 with the prompt as the detail call shows it", async () => {
    const response = await publish(ana);
    expect(response.statusCode).toBe(201);
    const prompt = response.json();
    expect(prompt).toEqual({
      id: expect.any(Number),
      title: "Redator de marketing",
      content: valid().content,
      description: "Para quem vende.",
      thumbnail_url: expect.stringMatching(/^\/media\//),
      image: expect.objectContaining({ url: prompt.thumbnail_url, alt: null, animated: false }),
      llm_type_id: 6,
      llm_type: { id: 6, name: "Claude" },
      tags: [],
      user: { username: "Ana Antônia" },
      user_id: ana.id,
      views: 0,
      likes_count: 0,
      is_liked: false,
      is_favorited: false,
      created_at: expect.any(String),
      edited_at: null,
      version: 1,
      answered_count: 0,
      worked_count: 0,
      last_worked_at: null,
      allow_remixes: true,
      remixed_from: null,
      has_remixes: false,
    });
    expect(Date.now() - Date.parse(prompt.created_at)).toBeLessThan(3_600_000);
    expect((await get(`/api/prompts/${prompt.id}`)).json()).toEqual(prompt);
    const thumbnail = await get(prompt.thumbnail_url);
    expect(thumbnail.statusCode).toBe(200);
    expect(thumbnail.headers["content-type"]).toBe("image/webp");
  });

  test("shows at once in the library and in the trending list", async () => {
    await get("/api/prompts");
    await get("/api/prompts/top");
    const { id } = (await publish(ana, { title: "Recém-saído do forno" })).json();
    expect((await get("/api/prompts?orderBy=newest")).json().data[0].id).toBe(id);
    expect((await get("/api/prompts/top")).json().map((prompt: { id: number }) => prompt.id)).toContain(id);
  });

  test("ignores fields that are not the caller's to set", async () => {
    const prompt = (await publish(ana, { user_id: beto.id, likes_count: 99, views: 99, id: 1 })).json();
    expect(prompt).toMatchObject({ user_id: ana.id, likes_count: 0, views: 0 });
  });

  const long = (length: number) => "a".repeat(length);
  const nested = (depth: number): unknown => (depth === 0 ? "a" : [nested(depth - 1)]);
  test.each([
    ["title", { title: "ab" }, "Título deve ter pelo menos 3 caracteres"],
    ["title", { title: 7 }, "Título deve ter pelo menos 3 caracteres"],
    ["title", { title: undefined }, "Título deve ter pelo menos 3 caracteres"],
    ["title", { title: nested(100) }, "O texto contém caracteres inválidos."],
    ["title", { title: "um\u0000título" }, "O texto contém caracteres inválidos."],
    ["title", { title: "um \ud800 título" }, "O texto contém caracteres inválidos."],
    ["title", { title: "uma puta ideia" }, "O título contém linguagem imprópria"],
    ["content", { content: "curto" }, "Prompt deve ter pelo menos 10 caracteres"],
    ["content", { content: ["a"] }, "Prompt deve ter pelo menos 10 caracteres"],
    ["content", { content: "isto é do caralho mesmo" }, "O prompt contém linguagem imprópria"],
    ["description", { description: long(1001) }, "Descrição deve ter no máximo 1.000 caracteres"],
    ["description", { description: {} }, undefined],
    ["description", { description: "que merda de texto" }, "A descrição contém linguagem imprópria"],
    ["image_alt", { image_alt: "uma foto do caralho" }, "O texto alternativo contém linguagem imprópria"],
    ["llm_type_id", { llm_type_id: 15 }, "Selecione o tipo de LLM"],
    ["llm_type_id", { llm_type_id: "1" }, "Selecione o tipo de LLM"],
    ["llm_type_id", { llm_type_id: undefined }, "Selecione o tipo de LLM"],
    ["thumbnail_url", { thumbnail_url: undefined }, "Por favor, faça upload de uma imagem para o seu prompt"],
    ["thumbnail_url", { thumbnail_url: "" }, "Por favor, faça upload de uma imagem para o seu prompt"],
    ["thumbnail_url", { thumbnail_url: "https://exemplo.com/x.png" }, undefined],
    ["thumbnail_url", { thumbnail_url: "data:image/png;base64,PGh0bWw+" }, undefined],
    ["thumbnail_url", { thumbnail_url: 5 }, undefined],
  ])("names %s and stores nothing for %o", async (field, changes, message) => {
    const before = await countRows();
    const response = await publish(ana, changes);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ field, message: message ?? expect.stringMatching(/\S/) });
    expect(await countRows()).toBe(before);
  });

  test("keeps SQL and HTML as the plain text they are", async () => {
    const title = `'); drop table prompts; -- <script>alert("x")</script>`;
    const prompt = (await publish(ana, { title })).json();
    expect((await get(`/api/prompts/${prompt.id}`)).json().title).toBe(title);
  });

  test("refuses a body that is not JSON, too large or of another type", async () => {
    const headers = { authorization: `Bearer ${ana.token}` };
    const call = (payload: string, type: string) =>
      site.app.inject({
        method: "POST",
        url: "/api/prompts",
        headers: { ...headers, "content-type": type },
        payload,
      });
    expect((await call("{nope", "application/json")).statusCode).toBe(400);
    expect((await call("a=b", "application/x-www-form-urlencoded")).statusCode).toBe(415);
    expect((await call(`{"title":"${long(8 * 1024 * 1024)}"}`, "application/json")).statusCode).toBe(413);
    expect((await call("[]", "application/json")).statusCode).toBe(400);
    expect((await call("", "application/json")).statusCode).toBe(400);
  });

  test("is limited to 20 in 10 minutes per account", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    try {
      const author = await createUser(limited.ctx, { username: "Apressada" });
      const broken = { ...valid(), thumbnail_url: "data:image/png;base64,AAAA" };
      for (let i = 0; i < 20; i++)
        expect((await limited.call("POST", "/api/prompts", author, broken)).statusCode).toBe(400);
      const refused = await limited.call("POST", "/api/prompts", author, broken);
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe("GET /api/prompts", () => {
  test.each([
    ["codigo", true],
    ["CÓDIGO", true],
    ["códigos", true],
    ["redator marketing", true],
    ["redat", true],
    ["imagem", true],
    ["antonia", true],
    ["vende", true],
    ["marketing inexistente", false],
    ["de", false],
    ["!!! & | :*", false],
    ["'; drop table inexistente; --", false],
  ])("searches title, text, description and author: %s", async (search, found) => {
    await publish(ana);
    const list = (await get(`/api/prompts?search=${encodeURIComponent(search)}`)).json();
    expect(list.data.some((prompt: { title: string }) => prompt.title === "Redator de marketing")).toBe(
      found,
    );
    expect(list.pagination.total > 0).toBe(found);
  });

  test("pages without overlap, with true totals, also past the end", async () => {
    const all = (await get("/api/prompts?limit=100&orderBy=newest")).json();
    const first = (await get("/api/prompts?limit=2&page=1&orderBy=newest")).json();
    const second = (await get("/api/prompts?limit=2&page=2&orderBy=newest")).json();
    expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 4));
    expect(first.pagination).toEqual({
      page: 1,
      limit: 2,
      pages: Math.ceil(all.data.length / 2),
      total: all.data.length,
      more: false,
      next: expect.stringMatching(/^\d{16}\.\d+$/),
    });
    const rest = (await get(`/api/prompts?limit=${all.data.length - 1}`)).json();
    expect(rest.pagination.pages).toBe(2);
    const past = (await get("/api/prompts?limit=2&page=9999")).json();
    expect(past.data).toEqual([]);
    expect(past.pagination.total).toBe(all.data.length);
  });

  test.each([
    ...FILTERS.map((filter) => [filter.name, [filter]] as const),
    ["all filters", FILTERS] as const,
  ])("filters by %s, counts and finds only those, and follows an edit", async (_, filters) => {
    const fieldsAt = (place: number) =>
      Object.fromEntries(filters.map(({ column, choices }) => [column, choices.at(place)?.id]));
    const listAt = async (place: number, search: string) => {
      const query = filters.map(({ name, choices }) => `${name}=${choices.at(place)?.id}`).join("&");
      const { data, pagination } = (await get(`/api/prompts?limit=100&${query}&search=${search}`)).json();
      expect(data).toHaveLength(pagination.total);
      for (const prompt of data) expect(prompt).toMatchObject(fieldsAt(place));
      return data.map(({ id }: { id: number }) => id);
    };
    const { id } = (await publish(ana, fieldsAt(-2))).json();
    for (const search of ["", "redator"]) expect(await listAt(-2, search)).toContain(id);
    await site.call("PATCH", `/api/prompts/${id}`, ana, fieldsAt(-1));
    for (const search of ["", "redator"]) {
      expect(await listAt(-2, search)).not.toContain(id);
      expect(await listAt(-1, search)).toContain(id);
    }
    const everything = (
      await get(`/api/prompts?${filters.map(({ name }) => `${name}=all`).join("&")}`)
    ).json();
    expect(everything.pagination.total).toBe(await countRows());
  });

  test("top are six, what is liked most before the others", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.push((await publish(ana, { title: `Em alta ${i}` })).json().id);
    for (const fan of [ana, beto]) await react(ids[0] ?? 0, "like", fan);
    site.ctx.responseCache.clear();
    const top = (await get("/api/prompts/top")).json();
    expect(top).toHaveLength(6);
    expect(top[0]).toMatchObject({ id: ids[0], likes_count: 2 });
  });

  test("in the top a first like outweighs two days, not three", async () => {
    const title = "Com uma só curtida";
    const [liked, younger] = [
      (await publish(ana, { title })).json().id,
      (await publish(ana, { title: "Sem curtida" })).json().id,
    ];
    await react(liked, "like", beto);
    const orderAt = async (hours: number) => {
      // Ahead of every other prompt.
      await site.ctx.pool.query(
        `update prompt_stats set created_at = now() + interval '1 year'
           - case prompt_id when $1 then make_interval(hours => $3) else interval '0' end
         where prompt_id in ($1, $2)`,
        [liked, younger, hours],
      );
      site.ctx.responseCache.clear();
      const top: { id: number }[] = (await get("/api/prompts/top")).json();
      return top.slice(0, 2).map(({ id }) => id);
    };
    expect(await orderAt(48)).toEqual([liked, younger]);
    expect(await orderAt(72)).toEqual([younger, liked]);
    for (const id of [liked, younger]) await site.call("DELETE", `/api/prompts/${id}`, ana);
  });

  test("limits 20 by default", async () => {
    expect((await get("/api/prompts")).json().pagination.limit).toBe(20);
  });

  test.each([
    ["page", "page=0", "A página deve ser um número inteiro de 1 a 1.000.000"],
    ["page", "page=99999999999999999999", "A página deve ser um número inteiro de 1 a 1.000.000"],
    ["page", "page=1&page=2", "A página deve ser um número inteiro de 1 a 1.000.000"],
    ["limit", "limit=0", inputMessages.limitInvalid],
    ["limit", "limit=101", inputMessages.limitInvalid],
    ["orderBy", "orderBy=drop", inputMessages.orderInvalid],
    ["llmTypeId", "llmTypeId=15", inputMessages.toolUnknown],
    ["llmTypeId", "llmTypeId=abc", inputMessages.toolUnknown],
    ["search", `search=${"a".repeat(201)}`, inputMessages.searchTooLong],
    // Which folds to 18 letters.
    ["search", `search=${"\ufdfa".repeat(50)}`, inputMessages.searchTooLong],
    ["search", "search=a%00b", "O texto contém caracteres inválidos."],
    ["search", "search=a&search=b", inputMessages.searchRepeated],
  ])("answers 400 and names %s for %s", async (field, query, message) => {
    const response = await get(`/api/prompts?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ field, message });
  });

  test("never tells an e-mail", async () => {
    const text = (await get("/api/prompts?limit=100")).body + (await get("/api/prompts/top")).body;
    expect(text).not.toContain(ana.email);
    expect(text).not.toContain("@");
  });

  test("is revalidated by its ETag, and private to who is signed in", async () => {
    const first = await get("/api/prompts");
    const headers = { "if-none-match": String(first.headers.etag) };
    const again = await site.app.inject({ url: "/api/prompts", headers });
    expect(again.statusCode).toBe(304);
    expect((await get("/api/prompts", ana)).headers["cache-control"]).toContain("private");
  });
});

describe("a viewer's state", () => {
  const NOBODYS = '"likes_count":0,"is_liked":false,"is_favorited":false';
  type Shown = Record<"id" | "likes_count", number> & Record<"is_liked" | "is_favorited", boolean>;
  const shownIn = (body: { data: Shown[] } | Shown[] | Shown): Shown[] =>
    "data" in body ? body.data : Array.isArray(body) ? body : [body];

  test("is all that their answers differ by, whatever people write", async () => {
    const liked = (
      await publish(ana, { title: `Um ${NOBODYS}`, content: `{${NOBODYS}} \\{${NOBODYS}\\} é só texto` })
    ).json();
    const favorite = (await publish(ana, { title: "Favorito", description: NOBODYS })).json();
    const [reader, other] = [await createUser(site.ctx), await createUser(site.ctx)];
    await react(liked.id, "like", reader);
    await react(favorite.id, "favorite", reader);
    for (const [url, schema] of [
      ["/api/prompts", promptList],
      ["/api/prompts?orderBy=newest&limit=2", promptList],
      ["/api/prompts?page=1000", promptList],
      ["/api/prompts/top", z.array(promptView)],
      [`/api/prompts/${liked.id}`, promptView],
      [`/api/prompts/${favorite.id}`, promptView],
      [`/api/users/${ana.id}/prompts`, promptList],
    ] as const) {
      site.ctx.responseCache.clear();
      const everybodys = (await get(url)).json();
      const response = await get(url, reader);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      const own = z.parse<z.ZodMiniType>(schema, response.json()) as typeof everybodys;
      for (const prompt of shownIn(own)) {
        expect(prompt.is_liked).toBe(prompt.id === liked.id);
        expect(prompt.is_favorited).toBe(prompt.id === favorite.id);
        Object.assign(prompt, { is_liked: false, is_favorited: false });
      }
      expect(own).toEqual(everybodys);
      expect((await get(url, other)).json()).toEqual(everybodys);
    }
  });

  test.each([
    ["is blocked", "update users set is_blocked = true where id = $1"],
    ["logged out", "delete from sessions where user_id = $1"],
    ["is gone", "delete from users where id = $1"],
  ])("is not shown from the moment that the viewer %s", async (_, end) => {
    const { id } = (await publish(ana)).json();
    const reader = await createUser(site.ctx);
    await react(id, "favorite", reader);
    expect((await get(`/api/prompts/${id}`, reader)).json()).toMatchObject({ is_favorited: true });
    await site.ctx.pool.query(end, [reader.id]);
    expect((await get(`/api/prompts/${id}`, reader)).json()).toMatchObject({ is_favorited: false });
    expect((await get("/api/prompts?orderBy=newest", reader)).json().data[0]).toMatchObject({
      id,
      is_favorited: false,
    });
  });
});

describe("GET /api/prompts/{id}", () => {
  test.each(["999999999", "0", "-1", "abc", "1.5", "99999999999999999999", "1%27--"])(
    "answers 404 in Portuguese for %s",
    async (id) => {
      const response = await get(`/api/prompts/${id}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ message: "Prompt não encontrado" });
    },
  );
});

describe("POST /api/prompts/{id}/view", () => {
  const view = (id: number, agent: string, user?: TestUser) =>
    site.app.inject({
      method: "POST",
      url: `/api/prompts/${id}/view`,
      headers: { "user-agent": agent, ...(user && { authorization: `Bearer ${user.token}` }) },
    });

  test("of a crowd counts everybody, of two processes too, though their writes meet", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await publish(ana, { title: `Visto por muitos ${i}` })).json().id);
    const other = openViews(site.ctx);
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, visitor) =>
        ids.map((id) => view(id, `Mozilla/5.0 ${visitor}`).then(({ statusCode }) => statusCode)),
      ).flat(),
    );
    expect(new Set(responses)).toEqual(new Set([204]));
    await Promise.all(
      Array.from({ length: 300 }, (_, visitor) =>
        // The other way round: two writes that held the rows in these orders would wait for each other.
        ids
          .toReversed()
          .map((id) => other.record(id, { address: "other", agent: `Mozilla ${visitor}` }, null)),
      ).flat(),
    );
    await other.close();
    const counted = async () => {
      const { rows } = await site.ctx.pool.query<{ views: number }>(
        "select views from prompt_stats where prompt_id = any($1)",
        [ids],
      );
      return rows.map((row) => row.views);
    };
    await expect.poll(counted).toEqual([600, 600, 600]);
  });

  test("counts a visitor once, not robots, not the author", async () => {
    const { id } = (await publish(ana, { title: "Muito visto" })).json();
    for (const response of [
      await view(id, "Mozilla/5.0 A"),
      await view(id, "Mozilla/5.0 A"),
      await view(id, "Mozilla/5.0 B", beto),
      await view(id, "Googlebot/2.1"),
      await view(id, "Mozilla/5.0 C", ana),
    ]) {
      expect(response.statusCode).toBe(204);
    }
    await expect
      .poll(async () => {
        site.ctx.responseCache.clear();
        return (await get(`/api/prompts/${id}`)).json().views;
      })
      .toBe(2);
  });

  test("answers 404 for an unknown prompt", async () => {
    expect((await view(999_999, "Mozilla/5.0")).statusCode).toBe(404);
  });
});

describe("GET /api/users/{id}/prompts", () => {
  test("is public and holds only that person's", async () => {
    await publish(beto, { title: "De Beto" });
    const list = (await get(`/api/users/${beto.id}/prompts`)).json();
    expect(list.data.map((prompt: { title: string }) => prompt.title)).toEqual(["De Beto"]);
    expect(list.pagination.total).toBe(1);
  });

  test.each(["nobody", "00000000-0000-4000-8000-000000000000"])(
    "answers 404 for nobody's id %s",
    async (id) => {
      const response = await get(`/api/users/${id}/prompts`);
      expect([response.statusCode, response.json().message]).toEqual([404, "Pessoa não encontrada"]);
    },
  );

  test("is empty for a person without any", async () => {
    const quiet = await createUser(site.ctx, { username: "Sem Prompts" });
    expect((await get(`/api/users/${quiet.id}/prompts`)).json().data).toEqual([]);
  });
});

describe("GET /api/users/{id}/favorites", () => {
  test("is refused to visitors and to others", async () => {
    expect((await get(`/api/users/${ana.id}/favorites`)).statusCode).toBe(401);
    expect((await get(`/api/users/${ana.id}/favorites`, beto)).statusCode).toBe(403);
  });

  test("shows a person their own, the latest first, marked", async () => {
    const first = (await publish(ana, { title: "Primeiro favorito" })).json();
    const second = (await publish(ana, { title: "Segundo favorito" })).json();
    for (const { id } of [first, second]) await react(id, "favorite", beto);
    const list = (await get(`/api/users/${beto.id}/favorites`, beto)).json();
    expect((await get("/api/users/me/favorites", beto)).json()).toEqual(list);
    expect(list.data.map((prompt: { id: number }) => prompt.id)).toEqual([second.id, first.id]);
    expect(list.data.every((prompt: { is_favorited: boolean }) => prompt.is_favorited)).toBe(true);
  });
});
