/** The doctor against a real database, SMTP server and folder; where its own program matters, as a person calls it. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { readConfig } from "#platform/config.ts";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { startPooler } from "#tests/support/pooler.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import { examine, type Finding, lineOf } from "./doctor.ts";
import { createClosing } from "./open-context.ts";

// Some calls start a process, which takes seconds where several tests share the processors.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let server: TestDatabase;
let smtp: SmtpServer;
beforeAll(async () => {
  [folder, server, smtp] = await Promise.all([makeTestFolder(), createTestDatabase(), startSmtpServer()]);
});
afterAll(async () => {
  await removeTestFolder(folder);
  await server.close();
  await smtp.close();
});

const HERE = import.meta.dirname;
// Nothing listens at this port: the address is asked in vain, and at once.
const NOWHERE = { PUBLIC_URL: "http://127.0.0.1:1" };

interface Answer {
  /** A line for each finding. */
  said: string;
  well: boolean;
}

/** In this process, which saves the second that a start takes. */
async function doctor(env: Record<string, string>): Promise<Answer> {
  const log = createLogger("silent");
  const closing = createClosing(log);
  const findings: Finding[] = [];
  for await (const finding of examine(readConfig({ ...NOWHERE, ...env }), log, closing))
    findings.push(finding);
  await closing.run();
  return {
    said: findings.map((finding) => `${lineOf(finding)}\n`).join(""),
    well: findings.every(({ verdict }) => verdict !== "wrong"),
  };
}

/** @param app the folder `src/app` of the program */
async function callDoctor(app: string, env: Record<string, string>, ...args: string[]): Promise<Answer> {
  const options = { env: { PATH: process.env.PATH, ...NOWHERE, ...env } };
  return promisify(execFile)("scripts/node.sh", [join(app, "command.ts"), "doctor", ...args], options).then(
    ({ stderr }) => ({ said: stderr, well: true }),
    ({ stderr }) => ({ said: stderr, well: false }),
  );
}

test("all that a site needs is there: each part is told of, a mail arrives, nothing is left behind", async () => {
  await mkdir(join(folder, "media"));
  const backup = join(folder, "backup.tar");
  await writeFile(backup, "x");
  await server.pool.query(
    "insert into backups (bytes, file, finished_at) values (1, $1, now() - interval '40 hours')",
    [backup],
  );
  const here = { DATA_DIR: folder, DATABASE_URL: server.url, SECRET_KEY: "s".repeat(32), SMTP_URL: smtp.url };
  const { said, well } = await callDoctor(HERE, here, "--mail", "ana@exemplo.com");
  expect(said).toMatch(/^ok {7}program: Prompteca \d\S* .*on Node\.js \d/);
  expect(said).toMatch(/^ok {7}data folder: .* [\d,]+ MB free \(\d+ %\), writable$/m);
  expect(said).toContain(`pictures: ${join(folder, "media")}: written, read, removed`);
  expect(said).toMatch(/^ok {7}database: PostgreSQL 1\d\S* answers in \d+ ms$/m);
  expect(said).toMatch(/^ok {7}database: all migrations are applied$/m);
  expect(said).toMatch(/^ok {7}database: the last backup is 40 hours old, and none is made at night/m);
  expect(said).toMatch(/^ok {7}mail: 127\.0\.0\.1:\d+ lets us in$/m);
  expect(said).toMatch(/^warning {2}address: http:\/\/127\.0\.0\.1:1 does not answer from here/m);
  expect(said).toMatch(/Nothing is wrong\.\n$/);
  expect(well).toBe(true);
  expect((await smtp.waitFor("ana@exemplo.com")).subject).toBe("Teste de e-mail da Prompteca");
  expect(await readdir(folder)).toEqual(["backup.tar", "media"]);

  await writeFile(backup, "cut or grown");
  expect(await doctor(here)).toEqual({
    said: expect.stringContaining(`wrong    database: ${backup} has 12 bytes; 1 were written\n`),
    well: false,
  });
  await rm(backup);
  expect((await doctor(here)).said).toContain(
    `warning  database: the file of that backup is not here: ${backup}\n`,
  );
});

test("every part that is wrong is named in one run, without the password", async () => {
  const file = join(folder, "secret.key");
  await writeFile(file, "k".repeat(43));
  await chmod(file, 0o644);
  const away = new URL(server.url);
  away.username = "nobody-we-know";
  away.password = "jabuticaba";
  const { said, well } = await doctor({
    DATA_DIR: folder,
    DATABASE_URL: away.href,
    SMTP_URL: "smtp://eu:goiabada@127.0.0.1:1",
    S3_BUCKET: "retratos",
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_ACCESS_KEY_ID: "a",
    S3_SECRET_ACCESS_KEY: "pitanga",
  });
  expect(said).toContain(`data folder: others can read ${file}: chmod 600`);
  expect(said).toMatch(/^warning {2}data folder: SECRET_KEY is not set/m);
  expect(said).toMatch(/^wrong {4}pictures: .*ECONNREFUSED/m);
  expect(said).toMatch(/^wrong {4}database: .*Cannot connect to the database: .*nobody-we-know/m);
  expect(said).toMatch(/^wrong {4}mail: .*ECONNREFUSED/m);
  expect(said.match(/^wrong/gm)).toHaveLength(4);
  expect(well).toBe(false);
  expect(said).not.toMatch(/jabuticaba|goiabada|pitanga/);
});

test("a limit on connections is told, and a pooler before the database with what it lacks", async () => {
  const database = await createTestDatabase();
  const admin = new pg.Client(inject("postgres").admin);
  await admin.connect();
  const limit = (most: number) =>
    admin.query(`alter database ${database.connection.database} connection limit ${most}`);
  const here = { DATA_DIR: folder, SECRET_KEY: "s".repeat(32) };
  const direct = { ...here, DATABASE_URL: database.url };
  await limit(7);
  expect((await doctor(direct)).said).toMatch(
    /^wrong {4}database: the connection limit of database test_\w+ allows 7 connections: .* fewer than 8$/m,
  );
  await limit(20);
  expect((await doctor(direct)).said).toMatch(
    /^warning {2}database: .* allows 20 connections; a process opens 25/m,
  );
  await limit(-1);
  await admin.end();

  const forgetting = await startPooler(database);
  expect(await doctor({ ...here, DATABASE_URL: forgetting.url })).toEqual({
    said: expect.stringMatching(/^wrong {4}database: .*DATABASE_URL leads to a pooler/m),
    well: false,
  });
  const past = { ...here, DATABASE_DIRECT_URL: database.url };
  expect((await doctor({ ...past, DATABASE_URL: forgetting.url })).said).toMatch(
    /^wrong {4}database: .*loses prepared statements/m,
  );
  forgetting.close();
  const keeping = await startPooler(database, { keepsStatements: true });
  const { said, well } = await doctor({ ...past, DATABASE_URL: keeping.url });
  expect(said).toMatch(/^warning {2}database: sessions of the pooler end nothing that takes too long/m);
  expect(said).toMatch(/^ok {7}database: all migrations are applied$/m);
  expect(well).toBe(true);
  keeping.close();
  await database.close();
});

test("a database of a newer version, and one without tables, are told of and left as they are", async () => {
  const empty = await createTestDatabase({ empty: true });
  const here = { DATA_DIR: folder, SECRET_KEY: "s".repeat(32) };
  expect((await doctor({ ...here, DATABASE_URL: empty.url })).said).toMatch(
    /^ok {7}database: migrations to come at the next start: \d+$/m,
  );
  expect((await empty.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await empty.close();

  await server.pool.query("insert into schema_migrations (name, checksum) values ('9999_future', '')");
  const { said, well } = await doctor({ ...here, DATABASE_URL: server.url });
  await server.pool.query("delete from schema_migrations where name = '9999_future'");
  expect(said).toMatch(/^wrong {4}database: .*newer than this version/m);
  expect(well).toBe(false);
});

test("a SECRET_KEY that the database was not used with, or none, is wrong before it ends sessions", async () => {
  const here = { DATA_DIR: await makeTestFolder(), DATABASE_URL: server.url };
  expect((await doctor(here)).said).not.toContain("there is no SECRET_KEY");
  await server.pool.query(
    "insert into signing_keys (kid, public_jwk, private_key) values ('old', '{}', 'sealed with another key')",
  );
  expect(await doctor({ ...here, SECRET_KEY: "s".repeat(32) })).toEqual({
    said: expect.stringMatching(/^wrong {4}database: SECRET_KEY is not the one/m),
    well: false,
  });
  expect(await doctor(here)).toEqual({
    said: expect.stringMatching(/^wrong {4}database: there is no SECRET_KEY/m),
    well: false,
  });
  await removeTestFolder(here.DATA_DIR);
});

test("what answers at the public address must be the site, and its clock is compared", async () => {
  let status = "ok";
  let seconds = 0;
  const site = createServer((_request, reply) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    if (status) reply.writeHead(200, { date }).end(JSON.stringify({ status }));
    else reply.end("<h1>This domain is for sale</h1>");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const PUBLIC_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const place = await makeTestFolder();
  const here = { DATA_DIR: place, PUBLIC_URL };
  const right = await doctor(here);
  expect(right.said).toContain(`ok       address: ${PUBLIC_URL} answers and is ready\n`);
  expect(right.said).not.toContain("clock");

  seconds = -60;
  expect((await doctor(here)).said).toMatch(
    /^warning {2}address: the clock behind \S+ is \d\d\.\d s behind the clock here$/m,
  );

  status = "";
  expect(await doctor(here)).toEqual({
    said: expect.stringContaining(
      `wrong    address: ${PUBLIC_URL} is answered by something that is not Prompteca\n`,
    ),
    well: false,
  });
  site.close();
  await removeTestFolder(place);
});

test("in production pages that are not built, and a sender of no domain, are wrong", async () => {
  const place = await makeTestFolder();
  const root = resolve(import.meta.dirname, "../..");
  for (const name of ["package.json", "src", "seeds", "migrations"]) {
    await cp(join(root, name), join(place, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(place, "node_modules"));
  const app = join(place, "src/app");
  const here = { DATA_DIR: join(place, "data"), SMTP_URL: smtp.url };
  const built = /^(\w+) +program: the pages are not built/m;
  const developing = await callDoctor(app, here);
  expect([built.exec(developing.said)?.[1], developing.well]).toEqual(["warning", true]);
  const inProduction = await callDoctor(app, { ...here, NODE_ENV: "production" });
  expect(built.exec(inProduction.said)?.[1]).toBe("wrong");
  expect(inProduction.said).toMatch(/^wrong {4}mail: servers refuse mails from .*prompteca\.local/m);
  expect(inProduction.said).toMatch(/What is wrong: 2\.\n$/);
  await removeTestFolder(place);
});

test("a folder without a site gets none", async () => {
  const place = await makeTestFolder();
  const { said, well } = await doctor({ DATA_DIR: join(place, "to", "come") });
  expect(said).toMatch(/^ok {7}database: embedded PostgreSQL \d+: made at the first start$/m);
  expect(well).toBe(true);
  expect(await readdir(place)).toEqual([]);
  await removeTestFolder(place);
});

test("a wrong variable is named, and a wrong option", async () => {
  expect(await callDoctor(HERE, { PORT: "http" })).toEqual({
    said: expect.stringContaining("PORT: must be"),
    well: false,
  });
  expect(await callDoctor(HERE, {}, "--male", "x")).toEqual({
    said: expect.stringContaining("--male"),
    well: false,
  });
});
