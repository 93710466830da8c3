/** The queue as one person goes through it: filters, what each row says, and the cases before and after one. */
import { beforeAll, expect, test } from "vitest";
import type { CaseList } from "#moderation/cases-contract.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, createModerator, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let ana: TestUser;
let davi: TestUser;
let beto: TestUser;
/** Their prompts, in the order in which their cases are due. */
let hate: number;
let violence: number;
let spam: number;
let other: number;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  marta = await createModerator(site, admin);
  ana = await createUser(site.ctx, { username: "Ana" });
  davi = await createUser(site.ctx, { username: "Davi" });
  beto = await createUser(site.ctx, { username: "Beto" });
  const publish = async (author: TestUser, title: string) =>
    (await publishPrompt(site, author, { title, thumbnail_url: await newPicture() })).id;
  [hate, violence, spam, other] = [
    await publish(ana, "Ódio"),
    await publish(davi, "Violência"),
    await publish(ana, "Propaganda"),
    await publish(davi, "Outra coisa"),
  ];
  await report(site, beto, hate, { category: "hate" });
  await report(site, beto, violence, { category: "violence" });
  await report(site, beto, spam, { category: "spam", explanation: "Vende curso.\n\nE  insiste nisso." });
  await report(site, beto, other, { category: "other" });
  // Overdue; the end of today in Brasília; its next minute; the day after.
  const midnight = `((now() at time zone 'America/Sao_Paulo')::date + 1)::timestamp at time zone 'America/Sao_Paulo'`;
  for (const [id, deadline] of [
    [hate, "now() - interval '1 minute'"],
    [violence, `${midnight} - interval '1 millisecond'`],
    [spam, midnight],
    [other, `${midnight} + interval '1 day'`],
  ])
    await sql(`update moderation_cases set deadline = ${deadline} where prompt_id = $1`, id);
});

const list = async (query: string, who = marta): Promise<CaseList> =>
  (await call("GET", `/api/admin/cases?${query}`, who)).json();
const found = async (query: string) => (await list(query)).cases.map(({ target }) => Number(target.id));
const idOf = async (prompt: number) => Number((await caseOf(site, prompt)).id);

test("is narrowed by category, deadline and author, each alone and together", async () => {
  expect(await found("")).toEqual([hate, violence, spam, other]);
  expect(await found("category=spam")).toEqual([spam]);
  expect(await found("category=none")).toEqual([]);
  expect(await found("due=overdue")).toEqual([hate]);
  expect(await found("due=today")).toEqual([violence]);
  expect(await found("due=later")).toEqual([spam, other]);
  expect(await found(`author=${ana.id}`)).toEqual([hate, spam]);
  expect(await found(`author=${ana.id}&due=later`)).toEqual([spam]);
  expect(await found(`author=${ana.id}&category=violence`)).toEqual([]);
  for (const query of ["category=x", "due=x", "author=x"])
    expect((await call("GET", `/api/admin/cases?${query}`, admin)).statusCode).toBe(400);
});

test("counts what waits by category and deadline, of an author alone where one is chosen", async () => {
  const none = { overdue: 0, today: 0, later: 0 };
  expect(await list("category=spam")).toMatchObject({
    totalCount: 1,
    open: 4,
    waiting: [
      { category: "hate", ...none, overdue: 1 },
      { category: "other", ...none, later: 1 },
      { category: "spam", ...none, later: 1 },
      { category: "violence", ...none, today: 1 },
    ],
  });
  expect(await list(`author=${davi.id}`)).toMatchObject({
    totalCount: 2,
    open: 4,
    waiting: [{ category: "other" }, { category: "violence" }],
  });
});

test("a row has what was said last, on one line, and a small picture that only moderators see", async () => {
  const [row] = (await list("category=spam")).cases;
  const path = `/api/admin/cases/${await idOf(spam)}/picture?size=small`;
  expect(row).toMatchObject({ said: "Vende curso. E insiste nisso.", picture: path });
  const small = await call("GET", path, marta);
  expect([small.statusCode, small.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect((await call("GET", path, beto)).statusCode).toBe(403);
  expect((await call("GET", path.replace("small", "tiny"), marta)).statusCode).toBe(400);
});

test("what was forgotten is not said", async () => {
  await sql("update reports set explanation = '–' where case_id = $1", await idOf(other));
  expect((await list("category=other")).cases[0]?.said).toBeNull();
});

const beside = async (prompt: number, query = "", who = marta) => {
  const answer = await call("GET", `/api/admin/cases/${await idOf(prompt)}/neighbours?${query}`, who);
  const { previous, next } = answer.json();
  return [previous?.label, next?.label];
};

test("a case's neighbours follow the queue and its filters, round its ends", async () => {
  expect(await beside(violence)).toEqual(["Ódio", "Propaganda"]);
  expect(await beside(hate)).toEqual(["Outra coisa", "Violência"]);
  expect(await beside(other)).toEqual(["Propaganda", "Ódio"]);
  expect(await beside(hate, `author=${ana.id}`)).toEqual(["Propaganda", "Propaganda"]);
  expect(await beside(hate, "category=hate")).toEqual([undefined, undefined]);
  // It need not be among them itself.
  expect(await beside(violence, `author=${ana.id}`)).toEqual(["Ódio", "Propaganda"]);
  expect((await call("GET", "/api/admin/cases/99999/neighbours", marta)).statusCode).toBe(404);
  expect((await call("GET", `/api/admin/cases/${await idOf(hate)}/neighbours`, beto)).statusCode).toBe(403);
});

test("a case that is decided keeps its place: one goes on from there", async () => {
  await decide(site, admin, violence, "keep");
  expect(await beside(violence)).toEqual(["Ódio", "Propaganda"]);
  await decide(site, admin, hate, "keep");
  expect(await beside(hate, "state=decided")).toEqual(["Violência", "Violência"]);
  expect(await beside(hate, `author=${ana.id}`)).toEqual(["Propaganda", "Propaganda"]);
});
