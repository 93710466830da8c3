/** Moderation's part of a user's own export: decisions with reasons, appeals, own reports, and nobody else's. */
import { beforeAll, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, confirm, decide, report, reportAsVisitor } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";

const site = setUpAccountsSite();
const { call, post, sql } = site;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
let hidden: number;
let own: string;
/** Texts that must not be in Ana's export. */
let others: string[];

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto Delator" });
  hidden = (await publishPrompt(site, ana, { title: "Loja de relógios" })).id;
  const code = await report(site, beto, hidden, { explanation: "Beto escreveu isto." });
  const visitor = (
    await reportAsVisitor(site, "vera@exemplo.com.br", hidden, { explanation: "Vera escreveu isto." })
  ).json().code;
  await confirm(site, "vera@exemplo.com.br");
  await decide(site, admin, hidden, "hide", { reason: "É propaganda." });
  const [{ id }] = await sql("select max(id) as id from decisions");
  await call("POST", `/api/decisions/${id}/appeal`, ana, { text: "Não vendo nada." });
  await decide(site, admin, hidden, "restore", { reason: "É mesmo um prompt." });
  const kept = (await publishPrompt(site, ana, { title: "Nada de errado" })).id;
  await report(site, beto, kept);
  await decide(site, admin, kept, "keep", { reason: "Nada que Ana deva saber." });
  const foreign = (await publishPrompt(site, beto, { title: "Segredo do Beto" })).id;
  own = await report(site, ana, foreign, { explanation: "Ana escreveu isto." });
  await decide(site, admin, foreign, "keep", { reason: "Fica." });
  await call("POST", `/api/reports/${own}/appeal`, ana, { text: "Olhem de novo." });
  others = [
    beto.id,
    beto.email,
    beto.username,
    code,
    visitor,
    "Beto escreveu",
    "Vera escreveu",
    "vera@",
    "Vítor",
    "deva saber",
  ];
});

async function exportOf(user: TestUser, blocked = false) {
  const { email, password } = user;
  const answer = blocked
    ? await post("/api/account/blocked/export", { email, password })
    : await call("GET", "/api/account/export", user);
  const files = await unzip(answer.rawPayload);
  return {
    decisions: JSON.parse(String(files.get("decisoes.json"))),
    reports: JSON.parse(String(files.get("denuncias.json"))),
    readMe: String(files.get("LEIA-ME.txt")),
    everything: [...files.values()].join("\n"),
  };
}

test("the export has the decisions that the user was told of, with reasons and appeals", async () => {
  const { decisions, readMe } = await exportOf(ana);
  const target = { type: "prompt", id: String(hidden), label: "Loja de relógios" };
  expect(decisions).toEqual([
    {
      id: expect.any(Number),
      target,
      action: "hide",
      ground: "spam",
      rule: expect.stringMatching(/^Não é permitido publicar propaganda/),
      reason: "É propaganda.",
      automatic: false,
      overturned: true,
      created_at: expect.stringMatching(/Z$/),
      appeal: {
        text: "Não vendo nada.",
        created_at: expect.stringMatching(/Z$/),
        outcome: "upheld",
        answer: "É mesmo um prompt.",
      },
    },
    expect.objectContaining({ target, action: "restore", ground: "none", overturned: false, appeal: null }),
  ]);
  expect(readMe).toContain("e as suas contestações (2)");
});

test("the export has the reports that the user made, and nothing of who reported the user", async () => {
  const { reports, everything, readMe } = await exportOf(ana);
  const { prompt_id } = await caseOf(site, reports[0].target.id);
  expect(reports).toEqual([
    {
      id: expect.any(Number),
      code: own,
      category: "spam",
      explanation: "Ana escreveu isto.",
      standing: "anyone",
      created_at: expect.stringMatching(/Z$/),
      target: { type: "prompt", id: String(prompt_id) },
      appeals: [{ text: "Olhem de novo.", created_at: expect.any(String), outcome: null, answer: null }],
    },
  ]);
  expect(readMe).toContain("com as suas contestações (1)");
  for (const other of others) expect(everything).not.toContain(other);
});

test("a blocked user's export has why, too", async () => {
  const carla = await createUser(site.ctx, { username: "Carla" });
  await report(site, beto, carla.id, { target_type: "user" });
  await decide(site, admin, carla.id, "block", { reason: "Vendeu relógios falsos." });
  const { decisions, reports, everything } = await exportOf(carla, true);
  expect(decisions).toMatchObject([
    { target: { type: "user", id: carla.id }, action: "block", reason: "Vendeu relógios falsos." },
  ]);
  expect(reports).toEqual([]);
  for (const other of others) expect(everything).not.toContain(other);
});

test("hundreds of decisions and reports are all there, in their order", async () => {
  const dora = await createUser(site.ctx);
  const { id } = await publishPrompt(site, dora);
  await report(site, beto, id);
  const { id: case_id } = await caseOf(site, id);
  await sql(
    `insert into decisions (case_id, action, ground, reason, decided_as)
      select $1, 'warn', 'spam', 'Número ' || n, 'automatic' from generate_series(1, 250) n`,
    case_id,
  );
  const { decisions } = await exportOf(dora);
  expect(decisions.map(({ reason }: { reason: string }) => reason)).toEqual(
    Array.from({ length: 250 }, (_, index) => `Número ${index + 1}`),
  );
});
