/** Each call of moderation in every role: who may, and the refusals of the others. */
import { beforeAll, expect, test, vi } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { documentedCalls, pathWith } from "#tests/support/api-calls.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, decide, report, versionNow } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let moderator: TestUser;
/** Has decided on all that is appealed. */
let decider: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  moderator = await createUser(site.ctx, { username: "Marta" });
  decider = await createUser(site.ctx, { username: "Rui" });
  for (const { id } of [moderator, decider]) await call("PUT", `/api/admin/moderators/${id}`, admin);
  for (const role of ROLES) situations.push(await situationOf(role));
});

const ROLES = ["anonymous", "blocked", "other", "reporter", "author", "moderator", "admin"] as const;
type Role = (typeof ROLES)[number];
const situations: Situation[] = [];

/** A reported prompt whose author was warned; each role has one of its own. */
interface Situation {
  id: number;
  code: string;
  caseId: number;
  decisionId: number;
  author: TestUser;
  who: TestUser | null;
}

async function situationOf(role: Role): Promise<Situation> {
  const author = await createUser(site.ctx);
  const reporter = await createUser(site.ctx);
  const someone = await createUser(site.ctx);
  const { id } = await publishPrompt(site, author, { thumbnail_url: await newPicture() });
  const code = await report(site, reporter, id);
  const decisionId = (await decide(site, decider, id, "warn")).json().decisions[0].id;
  if (role === "blocked") await sql("update users set is_blocked = true where id = $1", someone.id);
  const who = { anonymous: null, blocked: someone, other: someone, reporter, author, moderator, admin }[role];
  return { id, code, caseId: (await caseOf(site, id)).id, decisionId, author, who };
}

const reportOf = ({ id }: Situation) => ({
  target_type: "prompt",
  target_id: id,
  category: "hate",
  explanation: "Não devia estar aqui.",
  standing: "anyone",
});
const decisionOf = async ({ id }: Situation) => ({
  action: "warn",
  ground: "spam",
  reason: "É propaganda.",
  version: await versionNow(site, id),
});
const APPEAL = { text: "Olhem de novo." };

const PUBLIC = [200, 200, 200, 200, 200, 200, 200];
const MEMBERS = [401, 403, 200, 200, 200, 200, 200];
const MODERATORS = [401, 403, 403, 403, 403, 200, 200];
const ADMIN = [401, 403, 403, 403, 403, 403, 200];
const each = (statuses: number[], success: number) =>
  statuses.map((status) => (status === 200 ? success : status));

/** Each call, and its answers to the roles in their order. */
const calls: [string, (at: Situation) => string, number[], ((at: Situation) => unknown)?][] = [
  // A visitor has to leave name and e-mail.
  ["POST /api/reports", () => "", [400, 403, 201, 409, 409, 201, 201], reportOf],
  ["POST /api/reports/{code}/confirm", (at) => at.code, each(PUBLIC, 422), () => ({ token: "x".repeat(43) })],
  ["GET /api/reports/{code}", (at) => at.code, PUBLIC],
  // The code alone proves the reporter.
  ["POST /api/reports/{code}/appeal", (at) => at.code, each(PUBLIC, 204), () => APPEAL],
  [
    "POST /api/decisions/{id}/appeal",
    (at) => String(at.decisionId),
    [401, 403, 404, 404, 204, 404, 404],
    () => APPEAL,
  ],
  ["GET /api/notices", () => "", MEMBERS],
  ["POST /api/notices/read", () => "", each(MEMBERS, 204), () => ({ newest: 0 })],
  ["GET /api/moderation/log", () => "", PUBLIC],
  ["GET /api/transparency", () => "", PUBLIC],
  ["GET /api/admin/cases", () => "", MODERATORS],
  ["GET /api/admin/cases/{id}", (at) => String(at.caseId), MODERATORS],
  ["GET /api/admin/cases/{id}/picture", (at) => String(at.caseId), MODERATORS],
  ["POST /api/admin/cases/{id}/decisions", (at) => String(at.caseId), MODERATORS, decisionOf],
  // Nothing is decided by an empty body; that it is read at all is the moderators'.
  [
    "POST /api/admin/cases/{id}/reports/1/decisions",
    (at) => String(at.caseId),
    each(MODERATORS, 400),
    () => ({}),
  ],
  ["PUT /api/admin/results/1/removal", () => "", each(MODERATORS, 400), () => ({})],
  ["PUT /api/admin/collections/1/removal", () => "", each(MODERATORS, 400), () => ({})],
  ["GET /api/admin/audit-log", () => "", ADMIN],
  ["GET /api/admin/moderators", () => "", ADMIN],
  ["PUT /api/admin/moderators/{id}", (at) => at.author.id, each(ADMIN, 204)],
  ["DELETE /api/admin/moderators/{id}", (at) => at.author.id, each(ADMIN, 204)],
];

test.each(calls)("%s answers each role as its own", async (name, id, expected, bodyOf) => {
  const [method, path = ""] = name.split(" ");
  const answers: [Role, number][] = [];
  for (const [index, role] of ROLES.entries()) {
    // Who reported a case does not decide it.
    const at = path === "/api/reports" ? await situationOf(role) : (situations[index] as Situation);
    const body = (await bodyOf?.(at)) as object | undefined;
    const answer = await call(method as "GET", path.replace(/\{\w+\}/, id(at)), at.who, body);
    answers.push([role, answer.statusCode]);
  }
  expect(answers).toEqual(ROLES.map((role, index) => [role, expected[index]]));
});

test("every call of moderators and of the admin asks once who makes it", async () => {
  const ask = vi.spyOn(site.ctx.batchedReads, "ask");
  const staffs = (await documentedCalls(site.app)).filter(({ path }) => path.includes("/admin/"));
  expect(staffs.length).toBeGreaterThan(25);
  for (const { method, ...one } of staffs) {
    ask.mockClear();
    // A write finds nothing there, or is refused for its empty body: both after it was asked who calls.
    await call(method, pathWith({ method, ...one }), admin, method === "GET" ? undefined : {});
    const asked = ask.mock.calls.filter(([{ name }]) => name === "viewer").length;
    expect([method, one.path, asked]).toEqual([method, one.path, 1]);
  }
});
