import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startBuckets } from "#tests/support/buckets.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The site's process, which does not outlive its test. */
function start(env: Record<string, string>) {
  const site = spawn("scripts/serve.sh", [], {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    site.kill("SIGKILL");
  });
  return site;
}

/** The process's output, which stays open when a loop over it ends: the site could not write on. */
const outputOf = (site: ReturnType<typeof start>) => site.stdout.iterator({ destroyOnReturn: false });

/** Reads the process's output until it listens. @returns its address, and what it has written */
async function listening(site: ReturnType<typeof start>): Promise<[origin: string, logged: string]> {
  let logged = "";
  for await (const line of outputOf(site)) {
    logged += line;
    const origin = /Server listening at (http:\S+?)"/.exec(logged)?.[1];
    if (origin) return [origin, logged];
  }
  throw new Error(`the site did not start: ${logged}`);
}

test("a start that is interrupted by SIGTERM ends cleanly and leaves no database running", async () => {
  // A folder of its own, without the demo data that another test may have left.
  const empty = await makeTestFolder();
  const site = start({ DEMO_DATA: "on", DATA_DIR: empty });
  onTestFinished(() => rm(empty, { recursive: true, force: true }));
  for await (const line of outputOf(site)) if (String(line).includes("demo pictures")) break;
  site.stdout.resume();
  await access(join(empty, "postgres", "postmaster.pid"));
  site.kill("SIGTERM");
  expect(await once(site, "exit")).toEqual([0, null]);
  await expect(access(join(empty, "postgres", "postmaster.pid"))).rejects.toThrow();
});

test("a process that is shutting down tells its load balancer first, and still answers", async () => {
  const site = start({ DEMO_DATA: "off", DRAIN_SECONDS: "3", LOG_LEVEL: "info" });
  const [origin] = await listening(site);
  const ended = once(site, "exit");
  site.stdout.resume();
  const asked = () =>
    Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch(origin + path)).status));
  expect(await asked()).toEqual([200, 200]);
  site.kill("SIGTERM");
  await expect.poll(asked).toEqual([503, 503]);
  expect((await fetch(`${origin}/api/prompts`)).status).toBe(200);
  expect(await ended).toEqual([0, null]);
});

test("wrong keys of the storage stop the start; while it is unreachable the site starts but is not ready", async () => {
  const buckets = await startBuckets("pictures");
  const at = (env: Record<string, string>) => ({
    DEMO_DATA: "off",
    LOG_LEVEL: "info",
    S3_BUCKET: "pictures",
    S3_ENDPOINT: buckets.options("pictures").endpoint,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
    ...env,
  });
  const refused = start(at({ S3_ACCESS_KEY_ID: "somebody", S3_SECRET_ACCESS_KEY: "pitanga" }));
  refused.stdout.resume();
  const [said, [code]] = await Promise.all([text(refused.stderr), once(refused, "exit")]);
  expect(said).toMatch(/^S3 \w+, bucket pictures at \S+: 403 InvalidAccessKeyId; check S3_ACCESS_KEY_ID/);
  expect(said).not.toContain("pitanga");
  expect(code).toBe(1);
  await buckets.close();

  const away = start(at({ S3_ENDPOINT: "http://127.0.0.1:1" }));
  const [origin, logged] = await listening(away);
  const ended = once(away, "exit");
  away.stdout.resume();
  expect(logged).toMatch(/no answer \(ECONNREFUSED\); check S3_ENDPOINT/);
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  away.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test.each([
  [
    "a database that is away",
    { DATABASE_URL: "postgres://u:segredo@127.0.0.1:1/x" },
    "Cannot connect to the database: DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1: nothing listens there: start it, or mend host and port\n",
    1,
  ],
  [
    "a HOST of some other machine",
    { HOST: "192.0.2.1", DEMO_DATA: "off" },
    "HOST: 192.0.2.1 is no address of this machine: choose one of its own, 127.0.0.1 or 0.0.0.0\n",
    1,
  ],
  [
    "an admin's password that is refused",
    { ADMIN_PASSWORD: "123" },
    "Configuration is wrong:\n  ADMIN_PASSWORD: Password should be at least 8 characters. Password should contain at least 3 letters.\n",
    78,
  ],
  [
    "a wrong variable, beside one whose name is",
    { PORT: "abc", SMPT_URL: "smtp://u:segredo@mail.example" },
    "Configuration is wrong:\n  PORT: must be a whole number from 0 to 65535\n  SMPT_URL: not known here, and not read; is SMTP_URL meant?\n",
    78,
  ],
])(
  "%s stops the start with one sentence, and an exit code that says whether to retry",
  async (_what, env, sentence, expected) => {
    const site = start(env as Record<string, string>);
    const [said, [code]] = await Promise.all([text(site.stderr), once(site, "exit")]);
    expect([said, code]).toEqual([sentence, expected]);
  },
);

test("a database that a newer version has migrated stops the start with 78: no restart makes it older", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  await database.pool.query("insert into schema_migrations (name, checksum) values ('9999_future', '')");
  const site = start({ DATABASE_URL: database.url });
  const [said, [code]] = await Promise.all([text(site.stderr), once(site, "exit")]);
  expect(said).toMatch(/^The database is newer than this version of Prompteca: it has migration 9999_future/);
  expect(code).toBe(78);
});
