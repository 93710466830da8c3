/** The records of one user for an authority, by the real command beside a running site. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { command } from "#tests/support/command.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const ORDER = "Ofício nº 17/2026, 2ª Vara Cível";

const site = setUpTestApp();
const { call, sql } = site;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await makeTestFolder();
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx, { username: "Ana Conceição" });
  beto = await createUser(site.ctx, { username: "Beto Delator" });
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  path = join(folder, "registros.json");
  await sql("delete from audit_log where true");
});
afterAll(() => rm(folder, { recursive: true }));

const run = (user: string, ...more: string[]) =>
  command(
    { DATA_DIR: site.ctx.config.dataDir, DATABASE_URL: site.databaseUrl, SUDO_USER: "operadora" },
    "records:export",
    ...["--user", user, "--out", path, "--order", ORDER],
    ...more,
  );
const written = async () => JSON.parse(await readFile(path, "utf8"));
async function logged() {
  const { entries } = (await call("GET", "/api/admin/audit-log", admin)).json();
  return entries.filter(({ action }: { action: string }) => action === "records_exported");
}
const postReport = (who: TestUser, target_id: number, category: string, explanation: string) =>
  call("POST", "/api/reports", who, {
    target_type: "prompt",
    target_id,
    category,
    explanation,
    standing: "anyone",
  });

test("has the account, its accesses, prompts and decisions, and is logged", async () => {
  const { id } = await publishPrompt(site, ana, { title: "Retrato de alguém" });
  const foreign = await publishPrompt(site, beto, { title: "Do Beto" });
  await postReport(beto, id, "intimate", "Beto escreveu isto.");
  await postReport(ana, foreign.id, "spam", "Ana escreveu isto.");
  await sql("insert into access_records values (now(), '192.0.2.7', 50123, $1, 'login')", ana.id);
  await sql("insert into access_records values (now(), '192.0.2.8', 50124, $1, 'login')", beto.id);

  const { said, done } = await run("  ana conceicao");
  expect([said, done]).toEqual([
    expect.stringMatching(
      /^\S+registros\.json: Ana Conceição, \d+ access records, 1 prompts, 1 cases, 1 decisions\. It is in the audit log\.\n$/,
    ),
    true,
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["registros.json"]);
  const records = await written();
  expect(Object.keys(records)).toEqual([
    ...["format", "site", "order", "exported_at", "exported_by", "user_id", "account", "sessions"],
    ...["known_devices", "access_records", "preserved", "prompts", "cases", "decisions"],
  ]);
  expect(records).toMatchObject({
    format: "prompteca-records-1",
    order: ORDER,
    exported_by: "operadora",
    user_id: ana.id,
    account: { id: ana.id, email: ana.email, username: "Ana Conceição", is_blocked: false },
    sessions: [{ ip: "127.0.0.1" }],
    prompts: [{ id, title: "Retrato de alguém", hidden_at: expect.stringMatching(/Z$/) }],
    cases: [{ target: { id: String(id) }, category: "intimate", snapshot: { title: "Retrato de alguém" } }],
    decisions: [{ action: "hide", automatic: true }],
  });
  expect(records.access_records).toContainEqual({
    at: expect.stringMatching(/Z$/),
    address: "192.0.2.7",
    port: 50123,
    action: "login",
  });
  const everything = JSON.stringify(records);
  const secrets = await sql("select password_hash as secret from users");
  for (const absent of [
    ...secrets.map(({ secret }) => secret),
    ...[ana.token, ana.refreshToken, beto.id, beto.email, "Beto escreveu", "Ana escreveu", "192.0.2.8"],
  ])
    expect(everything).not.toContain(absent);

  expect(await logged()).toEqual([
    expect.objectContaining({
      action: "records_exported",
      admin_username: "operadora",
      target_user_id: ana.id,
      target_label: "Ana Conceição",
      reason: ORDER,
    }),
  ]);
  const before = await readFile(path, "utf8");
  expect(await run(ana.email)).toEqual({
    said: `${path} exists already: nothing was written.\n`,
    done: false,
  });
  expect(await readFile(path, "utf8")).toBe(before);
  expect(await logged()).toHaveLength(1);

  await rm(path);
  expect((await run(ana.email.toUpperCase(), "--reports")).done).toBe(true);
  expect((await written()).reports).toMatchObject([
    { target: { type: "prompt", id: String(foreign.id) }, explanation: "Ana escreveu isto." },
  ]);
});

test("has what remains of a deleted account, by its id", async () => {
  const carla = await createUser(site.ctx);
  await sql("insert into access_records values (now(), '2001:db8::7', null, $1, 'login')", carla.id);
  await sql("delete from users where id = $1", carla.id);
  expect(await run(carla.id.toUpperCase())).toMatchObject({ done: true });
  expect(await written()).toMatchObject({
    account: null,
    access_records: [{ address: "2001:db8::7", port: null }],
    preserved: null,
    prompts: [],
  });
  expect(await logged()).toMatchObject([{ target_user_id: carla.id, target_label: carla.id }]);
});

test("has what is preserved of a deleted account", async () => {
  const dora = await createUser(site.ctx);
  const { id } = await publishPrompt(site, dora, { title: "Preservado", content: "O texto denunciado." });
  await postReport(beto, id, "child", "Vejam.");
  const left = await call("DELETE", "/api/account", dora, { password: dora.password });
  expect(left.statusCode).toBe(204);
  expect(await run(dora.id)).toMatchObject({ done: true });
  expect(await written()).toMatchObject({
    account: null,
    prompts: [],
    preserved: {
      account: { email: dora.email },
      cases: [{ prompt_id: id, versions: [{ content: "O texto denunciado.", picture: expect.any(String) }] }],
    },
    decisions: [{ action: "hide", automatic: true }],
  });
});

test("of nobody, or without an order, nothing is written or logged", async () => {
  for (const user of ["ninguem@exemplo.com.br", "Ninguém", crypto.randomUUID()]) {
    const { said, done } = await run(user);
    expect([user, said, done]).toEqual([
      user,
      expect.stringMatching(/^(There is no account|Nothing is known of) /),
      false,
    ]);
  }
  expect(await run(ana.id, "--order", " ")).toEqual({
    said: expect.stringContaining("npm run records:export -- --user"),
    done: false,
  });
  expect(await readdir(folder)).toEqual([]);
  expect(await logged()).toEqual([]);
});

test("a file that cannot be written whole is not there, and not logged", async () => {
  await sql("alter table audit_log rename to away");
  try {
    expect((await run(ana.id)).done).toBe(false);
  } finally {
    await sql("alter table away rename to audit_log");
  }
  expect(await readdir(folder)).toEqual([]);
  // Whatever the umask of the shell; and a file that came meanwhile is not replaced.
  await writeFile(path, "outra coisa");
  expect((await run(ana.id)).done).toBe(false);
  expect(await readFile(path, "utf8")).toBe("outra coisa");
  expect(await logged()).toEqual([]);
});
