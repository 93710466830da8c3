/** A hidden prompt is nowhere, and comes back as it was. */
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { countSearchWords } from "#prompts/server/search-words.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { hidePrompt, showPrompt } from "./hiding.service.ts";

const site = setUpTestApp({ PUBLIC_URL: "https://prompteca.example" });
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

async function hide(...ids: number[]): Promise<void> {
  for (const id of ids) await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
  site.ctx.responseCache.clear();
}
async function show(id: number): Promise<boolean> {
  const prompt = await inTransaction(site.ctx.db, (trx) => showPrompt(trx, id, { withAuthor: false }));
  site.ctx.responseCache.clear();
  return prompt !== undefined;
}
const get = (url: string, who?: TestUser) => site.call("GET", url, who);
const toolCount = async (id: number) =>
  (await site.sql("select prompts_count from llm_types where id = $1", id))[0]?.prompts_count;
/** Colours differ, so that no two prompts share a picture. */
let color = 0x102030;
const publish = async (title: string, fields = {}) =>
  publishPrompt(site, ana, {
    title,
    thumbnail_url: await pictureDataUrl(`#${(color++).toString(16)}`),
    ...fields,
  });

/** Where a prompt by Ana shows, and to whom. */
const placesOf = (): [string, TestUser?][] => [
  ["/api/prompts?orderBy=newest"],
  ["/api/prompts?orderBy=top&llmTypeId=9", beto],
  ["/api/prompts?orderBy=views&llmTypeId=9"],
  ["/api/prompts/top"],
  ["/api/prompts?search=tamandua"],
  ["/api/prompts?search=tamandua&llmTypeId=9", beto],
  ["/api/prompts?search=tamanduo&spelling=correct"],
  ["/api/prompts/suggestions?search=tamand"],
  [`/api/users/${ana.id}/prompts`],
  [`/api/users/${beto.id}/favorites`, beto],
  ["/feed.xml"],
  ["/feeds/tools/9.xml"],
  [`/feeds/users/${ana.id}.xml`],
  ["/sitemaps/prompts-1.xml"],
];

describe("a hidden prompt", () => {
  test("is in no list, search, feed or sitemap, its page and picture are gone, and all is back afterwards", async () => {
    const { id, image } = await publish("Tamanduá na janela", { llm_type_id: 9 });
    await site.call("POST", `/api/prompts/${id}/like`, beto);
    await site.call("POST", `/api/prompts/${id}/favorite`, beto);
    await site.sql("update prompt_stats set views = 7 where prompt_id = $1", id);
    await countSearchWords(site.ctx);
    const shown = async () => {
      site.ctx.responseCache.clear();
      const answers = await Promise.all(
        placesOf().map(async ([url, who]) => {
          const { body } = await get(url, who);
          return [url, body.includes("Tamanduá na janela") || body.includes(`/prompts/${id}<`)];
        }),
      );
      return Object.fromEntries(answers);
    };
    const everywhere = await shown();
    expect(Object.keys(everywhere).filter((url) => !everywhere[url])).toEqual([]);
    const before = (await get(`/api/prompts/${id}`, beto)).json();
    const files = [image.url, ...image.srcset.split(", ").map((one) => one.split(" ")[0] ?? "")];
    files.push(`/media/preview-${id}.jpg`);
    const statuses = () => Promise.all(files.map(async (file) => (await get(file)).statusCode));
    expect(new Set(await statuses())).toEqual(new Set([200]));

    await hide(id);
    expect(new Set(Object.values(await shown()))).toEqual(new Set([false]));
    expect(new Set(await statuses())).toEqual(new Set([404]));
    const answer = await get(`/api/prompts/${id}`, beto);
    expect([answer.statusCode, answer.json()]).toEqual([
      410,
      { code: "prompt_removed", message: "Este prompt não está disponível. A moderação o tirou do site." },
    ]);
    for (const url of [`/api/users/${beto.id}/favorites`, "/api/prompts?search=tamandua"]) {
      expect((await get(url, beto)).json().pagination.total, url).toBe(0);
    }

    expect(await show(id)).toBe(true);
    expect(await shown()).toEqual(everywhere);
    expect(new Set(await statuses())).toEqual(new Set([200]));
    expect((await get(`/api/prompts/${id}`, beto)).json()).toEqual(before);
    expect(before).toMatchObject({ views: 7, likes_count: 1, is_liked: true, is_favorited: true });
  });

  test("is neither counted nor counts: tools, authors, views", async () => {
    const tools = await toolCount(10);
    const { id } = await publish("Contado", { llm_type_id: 10 });
    const author = () => get(`/api/users/${ana.id}`).then((answer) => answer.json().prompts_count);
    site.ctx.responseCache.clear();
    const [counted, ofAuthor] = [await toolCount(10), await author()];
    expect(counted).toBe(Number(tools) + 1);
    await hide(id);
    await hide(id);
    expect([await toolCount(10), await author()]).toEqual([tools, ofAuthor - 1]);
    expect((await site.call("POST", `/api/prompts/${id}/view`, beto)).statusCode).toBe(404);
    await show(id);
    await show(id);
    expect([await toolCount(10), await author()]).toEqual([counted, ofAuthor]);
  });

  test("takes no reactions; one that is taken back meanwhile is missing afterwards", async () => {
    const { id } = await publish("Curtido");
    for (const who of [ana, beto]) await site.call("POST", `/api/prompts/${id}/like`, who);
    await hide(id);
    for (const call of ["like", "favorite"]) {
      const answer = await site.call("POST", `/api/prompts/${id}/${call}`, await createUser(site.ctx));
      expect([answer.statusCode, answer.json().code]).toEqual([404, "prompt_not_found"]);
    }
    await site.call("DELETE", `/api/prompts/${id}/like`, beto);
    await show(id);
    expect((await get(`/api/prompts/${id}`)).json().likes_count).toBe(1);
    const favorites = await site.sql("select from favorites where prompt_id = $1", id);
    expect(favorites).toEqual([]);
  });

  test("leaves no gap in its author's pages, and no word to a misspelt search", async () => {
    const caio = await createUser(site.ctx);
    await publishPrompt(site, caio, { title: "Mais antigo" });
    const { id } = await publishPrompt(site, caio, { title: "Um sabiá-laranjeira" });
    const found = async () => {
      await countSearchWords(site.ctx);
      site.ctx.responseCache.clear();
      return (await get("/api/prompts?search=laranjeirra&spelling=correct")).json();
    };
    expect((await found()).corrected).toBe("laranjeira");
    await hide(id);
    expect(await found()).toMatchObject({ data: [], similar: [] });
    const { data, pagination } = (await get(`/api/users/${caio.id}/prompts?limit=1`)).json();
    expect([data[0]?.title, pagination.total]).toEqual(["Mais antigo", 1]);
  });

  test("is not edited, but its author may delete it and takes it along in the export", async () => {
    const { id } = await publish("Escrito por Ana");
    await hide(id);
    const answer = await site.call("PATCH", `/api/prompts/${id}`, ana, { title: "Outro título" });
    expect([answer.statusCode, answer.json().code]).toEqual([410, "prompt_removed"]);
    const tools = await toolCount(1);
    expect((await site.call("DELETE", `/api/prompts/${id}`, ana)).statusCode).toBe(204);
    expect(await toolCount(1)).toBe(tools);
    expect((await get(`/api/prompts/${id}`)).statusCode).toBe(404);
    expect(await show(id)).toBe(false);
  });

  test("hides its picture only if nothing else shows it", async () => {
    const thumbnail_url = await pictureDataUrl("#fedcba");
    const one = await publish("Um dos dois", { thumbnail_url });
    const other = await publish("O outro", { thumbnail_url });
    await hide(one.id);
    expect((await get(one.image.url)).statusCode).toBe(200);
    expect((await get(`/media/preview-${one.id}.jpg`)).statusCode).toBe(404);
    await hide(other.id);
    expect((await get(one.image.url)).statusCode).toBe(404);
  });

  test("stays hidden when its author takes another name", async () => {
    const caio = await createUser(site.ctx, { username: "Caio Primeiro" });
    const { id } = await publishPrompt(site, caio, { title: "Ornitorrinco" });
    await hide(id);
    await site.sql("update users set username = 'Caio Segundo' where id = $1", caio.id);
    expect((await get("/api/prompts?search=ornitorrinco")).json().data).toEqual([]);
    await show(id);
    expect((await get("/api/prompts?search=caio segundo")).json().data).toHaveLength(1);
  });
});

describe("at the same moment", () => {
  test("likes that are taken back while a prompt is shown again are not counted", async () => {
    const { id } = await publish("Corrida");
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(site.ctx)));
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        people.map((who) => site.call("POST", `/api/prompts/${id}/like`, who, { liked: true })),
      );
      await hide(id);
      await Promise.all([
        show(id),
        ...people.slice(0, 5).map((who) => site.call("DELETE", `/api/prompts/${id}/like`, who)),
      ]);
      const [likes] = await site.sql("select count(*)::int n from likes where prompt_id = $1", id);
      site.ctx.responseCache.clear();
      expect((await get(`/api/prompts/${id}`)).json().likes_count).toBe(likes?.n);
    }
  });

  test("what its author has deleted is neither hidden nor shown", async () => {
    const { id } = await publish("Foi embora");
    await site.call("DELETE", `/api/prompts/${id}`, ana);
    expect(await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id))).toBeUndefined();
    expect(await show(id)).toBe(false);
    expect((await get(`/api/prompts/${id}`)).statusCode).toBe(404);
  });

  test("what is hidden while it is deleted is deleted", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await publish("Some já")).id));
    const deleted = Promise.all(ids.map((id) => site.call("DELETE", `/api/prompts/${id}`, ana)));
    await Promise.all([hide(...ids), deleted]);
    expect((await deleted).map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    const shown = "select from prompts where title = 'Some já' and (hidden_at is null or deleted_at is null)";
    expect(await site.sql(shown)).toEqual([]);
    const [drift] = await site.sql(
      "select sum(prompts_count)::int - (select count(*) from prompts where hidden_at is null)::int as n from llm_types",
    );
    expect(drift?.n).toBe(0);
  });
});
