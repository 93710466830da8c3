/** Everything the site writes while people register, log in, fail and search, and mails and the database fail them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { freePort } from "#tests/support/free-port.ts";
import { linkIn, type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";

const EMAIL = "josefina.pires@exemplo.com.br";
const PASSWORD = "pitanga-madura-77";
const SEARCH = "abacaxi-secreto";

let folder: string;
let database: TestDatabase;
let mails: SmtpServer;
let site: ChildProcess;
let origin: string;
let written = "";

beforeAll(async () => {
  [folder, database, mails] = await Promise.all([makeTestFolder(), createTestDatabase(), startSmtpServer()]);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  site = spawn(process.execPath, ["src/app/server/main.ts"], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      LOG_LEVEL: "trace",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [site.stdout, site.stderr]) {
    stream?.on("data", (piece) => {
      written += piece;
    });
  }
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).ok).toBe(true), {
    timeout: 60_000,
    interval: 100,
  });
});
afterAll(async () => {
  site.kill("SIGTERM");
  await once(site, "exit");
  await mails.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return {
    status: answer.status,
    id: answer.headers.get("x-request-id"),
    json: await answer.json().catch(() => ({})),
  };
}

test("no line holds a whole address, a password, a token or a query; each call is found by its id", async () => {
  const signup = { email: EMAIL, password: PASSWORD, data: { username: "Josefina" } };
  await call("POST", "/auth/v1/signup", { body: signup });
  const confirmation = linkIn(await mails.waitFor(EMAIL)).searchParams.get("token_hash") ?? "";
  await fetch(`${origin}/verify-email?token_hash=${confirmation}&type=email`);
  const session = await call("POST", "/auth/v1/verify", {
    body: { token_hash: confirmation, type: "email" },
  });
  expect(session.status).toBe(200);
  const { access_token: token, refresh_token: refresh } = session.json;
  const wrong = { email: EMAIL, password: `${PASSWORD}x` };
  expect((await call("POST", "/auth/v1/token?grant_type=password", { body: wrong })).status).toBe(400);
  await call("GET", `/auth/v1/verify?token=${confirmation}&type=signup&redirect_to=${EMAIL}`);
  const found = await call("GET", `/api/prompts?search=${SEARCH}`, { token });
  await call("GET", `/users/${EMAIL}`, { token });
  await call("GET", `/api/users/${encodeURIComponent(EMAIL)}`, { token });
  await call("PUT", "/auth/v1/user", {
    token,
    body: { password: `${PASSWORD}y`, current_password: PASSWORD },
  });
  // A mail that the server never takes, and one that it does not take now.
  mails.refusals.set(EMAIL, "550 5.1.1 No such mailbox");
  await call("POST", "/auth/v1/recover", { body: { email: EMAIL } });
  await expect.poll(() => written).toContain("jobs: failed and given up");
  await mails.stop();
  await call("POST", "/auth/v1/signup", {
    body: { ...signup, email: `x${EMAIL}`, data: { username: "Outra" } },
  });
  await expect.poll(() => written).toContain("to be tried again");
  // The database refuses a row, and quotes it.
  await database.pool.query("alter table signups add check (username <> 'Recusada')");
  const refused = { ...signup, email: `y${EMAIL}`, data: { username: "Recusada" } };
  expect((await call("POST", "/auth/v1/signup", { body: refused })).status).toBe(500);
  await expect.poll(() => written).toContain("violates check constraint");

  const lines = written
    .split("\n")
    .filter((line) => line.startsWith("{") && !line.includes("Server listening"));
  await expect.poll(() => written).toContain(`"reqId":"${found.id}"`);
  expect(lines.length).toBeGreaterThan(12);
  const secrets = [
    EMAIL,
    encodeURIComponent(EMAIL),
    PASSWORD,
    SEARCH,
    confirmation,
    token,
    refresh,
    "token_hash",
    "$argon2",
    "127.0.0.1",
  ];
  for (const secret of secrets) {
    expect(
      lines.filter((line) => line.includes(secret)),
      secret,
    ).toEqual([]);
  }
});
