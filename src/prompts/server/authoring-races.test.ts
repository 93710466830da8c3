/** Races of a publication or an edit with other changes of the prompt, its author or the database. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let intact: TestApp["ctx"];
beforeAll(async () => {
  site = await createTestApp();
  intact = { ...site.ctx };
});
afterEach(() => Object.assign(site.ctx, intact));
afterAll(() => site.close());

const texts = {
  title: "Receita de pão de queijo",
  content: "Escreva uma receita mineira, passo a passo.",
  llm_type_id: 1,
};
async function post(author: TestUser, changes: object = {}, headers: Record<string, string> = {}) {
  const prompt = { ...texts, thumbnail_url: await newPicture(), ...changes };
  return site.call("POST", "/api/prompts", author, prompt, headers);
}
const publish = async (author: TestUser) =>
  publishPrompt(site, author, { ...texts, thumbnail_url: await newPicture() });
const detail = async (id: number): Promise<PromptView> =>
  (await site.call("GET", `/api/prompts/${id}`)).json();
async function count(from: string): Promise<number> {
  return (await site.ctx.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;
}
/** Removals of pictures that wait for an hour to pass. */
const countAnnounced = () => count("pgboss.job where name = 'remove-pictures' and start_after > now()");
const storedFiles = () => mediaFiles(site.ctx.config.dataDir);

/** Does something the moment that a picture was processed. */
function afterPicture(act: () => Promise<unknown>): void {
  const { rateLimits } = intact;
  site.ctx.rateLimits = {
    ...rateLimits,
    async timed(name, subject, work) {
      const done = await rateLimits.timed(name, subject, work);
      await act();
      return done;
    },
  };
}

test.each([
  ["blocked", "update users set is_blocked = true where id = $1", [403, "user_banned"]],
  ["deleted", "delete from users where id = $1", [401, "unauthorized"]],
])(
  "an author who is %s while the picture is processed publishes and changes nothing",
  async (_, end, refusal) => {
    const [author, other] = [await createUser(site.ctx), await createUser(site.ctx)];
    const prompt = await publish(author);
    const before = [await count("prompts"), (await storedFiles()).length];
    afterPicture(() => site.ctx.pool.query(end, [other.id]));
    const refused = await post(other);
    expect([refused.statusCode, refused.json().code]).toEqual(refusal);
    expect([await count("prompts"), (await storedFiles()).length]).toEqual(before);

    afterPicture(() => site.ctx.pool.query("update users set is_blocked = true where id = $1", [author.id]));
    const changes = { title: "Outro", thumbnail_url: await newPicture() };
    const changed = await site.call("PATCH", `/api/prompts/${prompt.id}`, author, changes);
    expect([changed.statusCode, changed.json().code]).toEqual([403, "user_banned"]);
    expect(await detail(prompt.id)).toMatchObject({ title: prompt.title, edited_at: null });
  },
);

test.each([
  [4, 200, "Título novo"],
  [5, 409, texts.title],
])(
  "a title whose picture is changed %i times before the link preview is drawn answers %i",
  async (times, status, title) => {
    const author = await createUser(site.ctx);
    const prompts = [await publish(author), await publish(author)];
    const { id } = prompts[0] as PromptView;
    const { rows } = await site.ctx.pool.query(
      "select image_hash from prompts where id = any($1) order by id",
      [prompts.map((prompt) => prompt.id)],
    );
    const { storage } = intact;
    let changed = 0;
    site.ctx.storage = {
      ...storage,
      async get(key) {
        if (changed < times) {
          const { image_hash } = rows[++changed % 2];
          await site.ctx.pool.query("update prompts set image_hash = $2 where id = $1", [id, image_hash]);
        }
        return storage.get(key);
      },
    };
    const answer = await site.call("PATCH", `/api/prompts/${id}`, author, { title: "Título novo" });
    expect(answer.statusCode).toBe(status);
    if (status === 409) {
      expect(answer.json()).toEqual({ code: "conflict", message: inputMessages.changedElsewhere });
    }
    expect((await detail(id)).title).toBe(title);
  },
);

test("a prompt that is published or changed leaves no removal of its picture behind", async () => {
  const author = await createUser(site.ctx);
  const before = await countAnnounced();
  const { id } = await publish(author);
  expect(await countAnnounced()).toBe(before);
  const changes = { thumbnail_url: await newPicture() };
  expect((await site.call("PATCH", `/api/prompts/${id}`, author, changes)).statusCode).toBe(200);
  expect(await countAnnounced()).toBe(before);
});

test("one publication sent several times at once leaves one link preview; an empty text is none", async () => {
  const author = await createUser(site.ctx);
  const thumbnail_url = await newPicture();
  const before = (await storedFiles()).filter((name) => name.includes("preview")).length;
  const key = { "idempotency-key": "sent-four-times-01" };
  const [empty, none] = [
    { description: "", image_alt: "  " },
    { description: null, image_alt: null },
  ];
  const answers = await Promise.all(
    [empty, none, empty, none].map((changes) => post(author, { thumbnail_url, ...changes }, key)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  expect((await storedFiles()).filter((name) => name.includes("preview"))).toHaveLength(before + 1);
});

test("the account's time is spent on what has to be drawn, once", async () => {
  const author = await createUser(site.ctx);
  const { id } = await publish(author);
  let charged = 0;
  afterPicture(async () => charged++);
  const drawn: [object, number][] = [
    [{ content: "Um texto novo, com mais de dez letras." }, 0],
    [{ title: texts.title }, 0],
    [{ title: "Outro título" }, 1],
    [{ thumbnail_url: await newPicture() }, 1],
    [{ title: "Mais um título", thumbnail_url: await newPicture() }, 1],
  ];
  for (const [changes, times] of drawn) {
    charged = 0;
    expect((await site.call("PATCH", `/api/prompts/${id}`, author, changes)).statusCode).toBe(200);
    expect([Object.keys(changes), charged]).toEqual([Object.keys(changes), times]);
  }
});

test("profanity is refused by its own code, before a picture is processed", async () => {
  const author = await createUser(site.ctx);
  let charged = 0;
  afterPicture(async () => charged++);
  const refused = await post(author, { title: "uma puta ideia" });
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { code: "profanity", message: "O título contém linguagem imprópria", field: "title" },
  ]);
  expect(charged).toBe(0);
});
