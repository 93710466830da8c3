/** Results belong to text, tool and picture as they were answered: what an edit keeps of them, and what it closes. */
import { beforeEach, describe, expect, test } from "vitest";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { setUpResults } from "#tests/support/results.ts";
import type { TestUser } from "#tests/support/users.ts";

const { site, sql, asked, put, remove, results, counts } = setUpResults();
let id: number;
let ana: TestUser;
let beto: TestUser;
beforeEach(() => {
  id = asked.id;
  [ana, beto] = asked.people as [TestUser, TestUser];
});

const CHANGES = {
  title: async () => ({ title: "Outro título" }),
  description: async () => ({ description: "Para festas." }),
  text: async () => ({ content: "Escreva outro poema." }),
  tool: async () => ({ llm_type_id: 6 }),
  picture: async () => ({ thumbnail_url: await newPicture() }),
};
type Changed = keyof typeof CHANGES;

const edit = async (changes: object) => {
  const answer = await site.call("PATCH", `/api/prompts/${id}`, asked.author, changes);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
/** As if the present version were older than ten minutes. */
const pass = () =>
  sql("update prompts set version_at = version_at - interval '11 minutes' where id = $1", id);
const versions = async (): Promise<number[]> =>
  (await site.call("GET", `/api/prompts/${id}/versions`))
    .json()
    .versions.map((one: { number: number }) => one.number);
/** What everybody is told of the prompt, wherever. */
async function told() {
  const { answered_count, worked_count, version } = await results();
  for (const url of [`/api/prompts/${id}`, "/api/prompts?orderBy=newest&limit=1"]) {
    site.ctx.responseCache.clear();
    const body = (await site.call("GET", url)).json();
    expect(body.data?.[0] ?? body).toMatchObject({ answered_count, worked_count });
  }
  const confirmed = (await site.call("GET", "/api/prompts?works=today")).json().data;
  expect(confirmed.some((one: { id: number }) => one.id === id)).toBe(worked_count > 0);
  expect((await results(ana)).mine).toHaveLength(answered_count);
  return { since: version, answers: answered_count };
}

describe.each(["within ten minutes", "later"])("%s", (when) => {
  describe.each([true, false])("answered: %s", (isAnswered) => {
    test.each(Object.keys(CHANGES) as Changed[])("an edit of the %s", async (changed) => {
      expect((await edit({ content: "A segunda versão." })).version).toBe(2);
      if (isAnswered) await put(ana);
      if (when === "later") await pass();
      const keeps = changed === "title" || changed === "description";
      const makes = isAnswered || when === "later";

      expect((await edit(await CHANGES[changed]())).version).toBe(makes ? 3 : 2);
      expect(await versions()).toEqual(makes ? [3, 2, 1] : [2, 1]);
      expect(await told()).toEqual({ since: makes && !keeps ? 3 : 2, answers: isAnswered && keeps ? 1 : 0 });
      // What was answered stays as it was, with its answers.
      if (isAnswered) {
        expect((await site.call("GET", `/api/prompts/${id}/versions/2`)).json()).toMatchObject({
          title: "Para usar",
          content: "A segunda versão.",
          llm_type: { name: "ChatGPT" },
        });
        expect(await sql("select version from results where prompt_id = $1", id)).toEqual([{ version: 2 }]);
      }
    });
  });
});

test("a title that is corrected twice makes one version; another text makes its own", async () => {
  await put(ana);
  await edit({ title: "Um títuol" });
  await edit({ title: "Um título" });
  expect([await versions(), await told()]).toEqual([[2, 1], { since: 1, answers: 1 }]);
  await edit({ content: "Um texto todo novo." });
  expect([await versions(), await told()]).toEqual([[3, 2, 1], { since: 3, answers: 0 }]);
  expect(await sql("select version from results where prompt_id = $1", id)).toEqual([{ version: 1 }]);
});

test("without answers, a text that changes within ten minutes takes over a version of another title", async () => {
  await edit({ title: "Outro título" });
  expect((await edit({ content: "Um texto todo novo." })).version).toBe(2);
  await put(ana, { version: 2 });
  expect(await told()).toEqual({ since: 2, answers: 1 });
});

test("an answer taken back leaves the version open", async () => {
  await edit({ content: "A segunda versão." });
  await put(ana);
  await remove(ana);
  expect((await edit({ content: "A segunda, melhor." })).version).toBe(2);
});

test("results survive hiding, and what a title edit kept is kept", async () => {
  await put(ana);
  await edit({ title: "Outro título" });
  await sql("update prompts set hidden_at = now() where id = $1", id);
  await sql("update prompts set hidden_at = null where id = $1", id);
  expect(await told()).toEqual({ since: 1, answers: 1 });
});

test("a version that comes back keeps the results when its text, tool and picture are the present ones", async () => {
  const restore = async (number: number) =>
    (await site.call("POST", `/api/prompts/${id}/versions/${number}/restore`, asked.author)).json();
  await put(ana);
  await edit({ title: "Outro título" });
  expect(await restore(1)).toMatchObject({ version: 3, answered_count: 1 });
  await edit({ content: "Outro texto." });
  expect(await restore(1)).toMatchObject({ answered_count: 0 });
});

describe("an answer is about what was read", () => {
  test("a new title changes nothing of that, another text does", async () => {
    await edit({ title: "Outro título" });
    expect((await put(ana, { version: 1 })).json()).toMatchObject({ version: 1, answered_count: 1 });
    expect((await put(ana, { version: 3 })).statusCode).toBe(409);
    expect((await put(beto, { version: 2 })).json()).toMatchObject({ version: 1, answered_count: 2 });
    await edit({ content: "Outro texto." });
    for (const version of [1, 2]) expect((await put(beto, { version })).json().code).toBe("version_changed");
    expect((await put(beto, { version: 3 })).json()).toMatchObject({ version: 3, answered_count: 1 });
  });

  test("a text that changed within the same version is told by the last edit", async () => {
    const { version, edited_at } = await edit({ content: "A segunda versão." });
    expect((await edit({ content: "A segunda, toda nova." })).version).toBe(version);
    const refused = await put(ana, { version, last_edit: edited_at });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: "version_changed",
        message: "O prompt mudou enquanto você respondia. Veja a nova versão e responda de novo.",
      },
    ]);
    expect((await put(ana, { version, last_edit: null })).statusCode).toBe(409);
    const now = (await edit({ image_alt: "Um mar" })).edited_at;
    expect((await put(ana, { version, last_edit: now })).statusCode).toBe(200);
    expect((await put(ana, { version, last_edit: "ontem" })).json()).toMatchObject({
      field: "last_edit",
      message: "last_edit deve ser a data edited_at que você leu",
    });
  });
});

describe("at the same moment", () => {
  test("an answer that is being stored closes the version for an edit that waits for it", async () => {
    await edit({ content: "A segunda versão." });
    const answer = await lockRows(site.ctx.pool, "select from prompts where id = $1 for share", id);
    const editing = edit({ content: "Um texto todo novo." });
    await untilWaiting(site.ctx.direct);
    await put(ana, { version: 2 });
    await answer.release();
    expect((await editing).version).toBe(3);
    expect(await told()).toEqual({ since: 3, answers: 0 });
  });

  test("answers and edits, over and over: no answer is shown for another text", async () => {
    for (let round = 0; round < 8; round++) {
      const before = (await site.call("GET", `/api/prompts/${id}`)).json();
      const read = { version: before.version, last_edit: before.edited_at };
      const [answered] = await Promise.all([
        put(ana, read),
        put(beto, { ...read, model: "Gemini" }),
        edit({ content: `Um texto todo novo, de número ${round}.` }),
      ]);
      expect([200, 409]).toContain(answered.statusCode);
      expect(await counts()).toMatchObject({ answered: 0 });
    }
  });
});
