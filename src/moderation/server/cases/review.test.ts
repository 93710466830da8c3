/** Where the operator wants it, prompts of new authors wait for a moderator: seen by nobody else, shown once they are kept. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, decide, report, versionNow } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { takeUpForReview } from "./review.ts";

const site = setUpAccountsSite({ REVIEW_NEW_ACCOUNTS: "on", PUBLIC_URL: "https://prompteca.example" });
let ana: TestUser;
let beto: TestUser;
let admin: TestUser;
let color = 0x203040;

beforeAll(async () => {
  beto = await createUser(site.ctx, { username: "Beto" });
  admin = await createAdmin(site.ctx);
});
beforeEach(async () => {
  // Nothing of hers waits, or was kept.
  ana = await createUser(site.ctx);
});

const publish = async (title: string) =>
  publishPrompt(site, ana, {
    title,
    llm_type_id: 9,
    thumbnail_url: await pictureDataUrl(`#${(color++).toString(16)}`),
  });
const get = (url: string, who?: TestUser) => site.call("GET", url, who);
const caseIdOf = async (id: number) =>
  (await site.sql("select id from moderation_cases where prompt_id = $1", id))[0]?.id;
/** Waits for the job. */
const reviewOf = async (id: number) => {
  await expect.poll(() => caseIdOf(id)).toBeDefined();
  return caseOf(site, id);
};

const placesOf = (): [string, TestUser?][] => [
  ["/api/prompts?orderBy=newest"],
  ["/api/prompts?orderBy=top&llmTypeId=9", beto],
  ["/api/prompts/top"],
  ["/api/prompts?search=jabuti"],
  ["/api/prompts/suggestions?search=jabut"],
  [`/api/users/${ana.id}/prompts`, ana],
  ["/feed.xml"],
  [`/feeds/users/${ana.id}.xml`],
  ["/sitemaps/prompts-1.xml"],
];
async function shown(id: number) {
  site.ctx.responseCache.clear();
  const answers = await Promise.all(
    placesOf().map(async ([url, who]) => {
      const { body } = await get(url, who);
      return body.includes("Jabuti") || body.includes(`/prompts/${id}<`);
    }),
  );
  return new Set(answers);
}
const toolCount = async () => (await site.sql("select prompts_count n from llm_types where id = 9"))[0]?.n;

describe("a new author's prompt", () => {
  test("is seen by its author alone, and by everybody once it is kept", async () => {
    const before = await toolCount();
    const published = await publish("Jabuti na mata");
    const { id, image } = published;
    expect(published.in_review).toBe(true);
    expect(await shown(id)).toEqual(new Set([false]));
    expect(await toolCount()).toBe(before);
    for (const who of [undefined, beto, admin]) {
      expect((await get(`/api/prompts/${id}`, who)).json().code).toBe("prompt_not_found");
    }
    expect((await get(`/api/prompts/${id}`, ana)).json()).toMatchObject({ id, in_review: true, views: 0 });
    expect((await get("/api/prompts/in-review", ana)).json().map((one: { id: number }) => one.id)).toEqual([
      id,
    ]);
    expect((await get("/api/prompts/in-review", beto)).json()).toEqual([]);
    expect((await get("/api/prompts/in-review")).statusCode).toBe(401);
    expect((await get(image.url, ana)).statusCode).toBe(404);
    expect((await get(`/media/preview-${id}.jpg`)).statusCode).toBe(404);
    expect((await site.call("POST", `/api/prompts/${id}/like`, beto, { liked: true })).statusCode).toBe(404);
    expect((await site.call("PATCH", `/api/prompts/${id}`, ana, { title: "Outro" })).statusCode).toBe(410);

    const review = await reviewOf(id);
    const hours = (Date.parse(review.deadline) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const seen = (await get(`/api/admin/cases/${review.id}`, admin)).json();
    expect(seen).toMatchObject({
      category: null,
      reports: 0,
      hidden: true,
      actions: ["keep", "hide", "remove"],
    });
    expect((await get(`/api/admin/cases/${review.id}/picture`, admin)).statusCode).toBe(200);

    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
    expect(await shown(id)).toEqual(new Set([true]));
    expect(await toolCount()).toBe(Number(before) + 1);
    const { data } = (await get("/api/prompts?search=jabuti")).json();
    expect(data).toHaveLength(1);
    expect((await get(`/api/prompts/${id}`)).json()).not.toHaveProperty("in_review");
    expect((await get(image.url)).statusCode).toBe(200);
    expect((await get("/api/prompts/in-review", ana)).json()).toEqual([]);
  });

  test.each(["hide", "remove"] as const)(
    "is not shown by the decision %s, which its author is told",
    async (action) => {
      const { id } = await publish("Jararaca");
      await reviewOf(id);
      expect((await decide(site, admin, id, action)).statusCode).toBe(200);
      for (const who of [undefined, ana]) {
        expect((await get(`/api/prompts/${id}`, who)).json().code).toBe("prompt_removed");
      }
      expect((await get("/api/prompts/in-review", ana)).json()).toEqual([]);
      const told = (await get("/api/notices", ana)).json();
      expect(JSON.stringify(told)).toContain("Jararaca");
    },
  );

  test("of two windows is decided by the first", async () => {
    const { id } = await publish("Duas janelas");
    await reviewOf(id);
    const version = await versionNow(site, id);
    const answers = await Promise.all([1, 2].map(() => decide(site, admin, id, "keep", { version })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await get(`/api/prompts/${id}`)).statusCode).toBe(200);
  });

  test("may be deleted by its author, before and after the case is opened", async () => {
    const before = await publish("Apagado logo");
    expect((await site.call("DELETE", `/api/prompts/${before.id}`, ana)).statusCode).toBe(204);
    await takeUpForReview(site.ctx, before.id);

    const { id } = await publish("Apagado depois");
    await reviewOf(id);
    expect((await site.call("DELETE", `/api/prompts/${id}`, ana)).statusCode).toBe(204);
    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
    expect((await get(`/api/prompts/${id}`, ana)).statusCode).toBe(404);
    const [drift] = await site.sql(
      "select sum(prompts_count)::int - (select count(*) from prompts where hidden_at is null)::int as n from llm_types",
    );
    expect(drift?.n).toBe(0);
  });

  test("becomes one case, however often its job runs, and none again once it is decided", async () => {
    const { id } = await publish("Uma vez só");
    const { id: caseId, version } = await reviewOf(id);
    await Promise.all([takeUpForReview(site.ctx, id), takeUpForReview(site.ctx, id)]);
    expect(await caseOf(site, id)).toMatchObject({ id: caseId, version });
    await decide(site, admin, id, "keep");
    await takeUpForReview(site.ctx, id);
    expect((await caseOf(site, id)).state).toBe("decided");
  });

  test("is reviewed again when it is edited, and what it was stays in the case", async () => {
    const { id } = await publish("Jaguatirica mansa");
    const { id: caseId } = await reviewOf(id);
    await decide(site, admin, id, "keep");
    const url = `/api/prompts/${id}`;
    const same = await site.call("PATCH", url, ana, { title: "Jaguatirica mansa" });
    expect([same.statusCode, same.json().in_review]).toEqual([200, undefined]);
    const edited = await site.call("PATCH", url, ana, { title: "Jabuti de novo" });
    expect([edited.statusCode, edited.json()]).toMatchObject([
      200,
      { title: "Jabuti de novo", in_review: true },
    ]);
    for (const who of [undefined, beto]) expect((await get(url, who)).json().code).toBe("prompt_not_found");
    expect((await get("/api/prompts?orderBy=newest")).body).not.toContain("Jabuti de novo");
    await expect.poll(() => caseOf(site, id)).toMatchObject({ id: caseId, state: "open" });
    const seen = (await get(`/api/admin/cases/${caseId}`, admin)).json();
    expect([seen.snapshot.title, seen.earlier[0].title, seen.actions]).toEqual([
      "Jabuti de novo",
      "Jaguatirica mansa",
      ["keep", "hide", "remove"],
    ]);
    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
    expect((await get("/api/prompts?orderBy=newest")).body).toContain("Jabuti de novo");
  });

  test("that is edited while it is reported is shown again by keeping it", async () => {
    const { id } = await publish("Denunciado");
    await reviewOf(id);
    await decide(site, admin, id, "keep");
    await report(site, beto, id);
    await site.call("PATCH", `/api/prompts/${id}`, ana, { title: "Denunciado e mudado" });
    await expect.poll(() => caseOf(site, id)).toMatchObject({ hidden_automatically: true });
    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
    expect((await get(`/api/prompts/${id}`)).statusCode).toBe(200);
  });

  test("is published once when the call is repeated", async () => {
    const thumbnail_url = await pictureDataUrl("#0a0b0c");
    const prompt = {
      title: "Repetido",
      content: "Escreva um poema sobre o rio.",
      llm_type_id: 1,
      thumbnail_url,
    };
    const send = () =>
      site.call("POST", "/api/prompts", ana, prompt, { "idempotency-key": "0123456789abcdef0123" });
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.statusCode, second.json()]).toEqual([201, 201, first.json()]);
  });
});

test("known authors and the admin wait for nobody", async () => {
  const carla = await createUser(site.ctx);
  await site.sql("update users set created_at = now() - interval '2 days' where id = $1", carla.id);
  for (let count = 0; count < 3; count++) {
    const { id } = await publishPrompt(site, carla);
    await reviewOf(id);
    await decide(site, admin, id, "keep");
  }
  for (const who of [carla, admin]) {
    const { id } = await publishPrompt(site, who);
    await site.call("PATCH", `/api/prompts/${id}`, who, { title: "Mudado" });
    expect((await get(`/api/prompts/${id}`)).json().title).toBe("Mudado");
  }
});

describe("without the operator's wish", () => {
  const open = setUpAccountsSite();
  test("a new author's prompt is public at once", async () => {
    const { id, in_review } = await publishPrompt(open, await createUser(open.ctx));
    expect(in_review).toBeUndefined();
    expect((await open.call("GET", `/api/prompts/${id}`)).statusCode).toBe(200);
  });
});

test("a new author's collections stay private for as long as the prompts would wait", async () => {
  const list = { title: "Receitas", is_public: true };
  const refused = await site.call("POST", "/api/collections", ana, list);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: "review_first", field: "is_public" },
  ]);
  const { id } = (await site.call("POST", "/api/collections", ana, { title: "Receitas" })).json();
  const change = (changes: object) => site.call("PATCH", `/api/collections/${id}`, ana, changes);
  expect((await change({ is_public: true })).json().code).toBe("review_first");
  expect((await change({ title: "Só minhas", is_public: false })).statusCode).toBe(200);

  await site.sql("update users set created_at = now() - interval '2 days' where id = $1", ana.id);
  for (const title of ["Primeiro", "Segundo", "Terceiro"]) await publish(title);
  expect((await change({ is_public: true })).json().code).toBe("review_first");
  await site.sql("update prompts set hidden_at = null, in_review = false where user_id = $1", ana.id);
  expect((await change({ is_public: true })).json()).toMatchObject({ is_public: true });
  // Public prompts stay public, and can be changed.
  await site.sql("update users set created_at = now() where id = $1", ana.id);
  expect((await change({ title: "Para todos", is_public: true })).statusCode).toBe(200);
});
