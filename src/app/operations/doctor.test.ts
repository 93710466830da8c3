/** The doctor against a real database, SMTP server and folder; where its own program matters, as a person calls it. */
import { execFile, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createShutdown } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import { systemTrouble } from "#platform/config/remedies.ts";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { startPooler } from "#tests/support/pooler.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import { examine, type Finding, lineOf } from "./doctor.ts";

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
const NOWHERE = { PUBLIC_URL: "http://127.0.0.1:1", PORT: "0" };
const SECRET_KEY = "Zt8yQ1mF0s7VbX4kR2wL9pJc6nHd3gTe";

interface Answer {
  /** A line for each finding. */
  said: string;
  well: boolean;
}

/** In this process, which saves the second that a start takes. */
async function doctor(env: Record<string, string>): Promise<Answer> {
  const log = createLogger("silent");
  const shutdown = createShutdown(log);
  const findings: Finding[] = [];
  for await (const finding of examine(readConfig({ ...NOWHERE, ...env }), log, shutdown))
    findings.push(finding);
  await shutdown.run();
  return {
    said: findings.map((finding) => `${lineOf(finding)}\n`).join(""),
    well: findings.every(({ verdict }) => verdict !== "wrong"),
  };
}

/** @param app the folder `src/app/operations` of the program */
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
  const here = { DATA_DIR: folder, DATABASE_URL: server.url, SECRET_KEY, SMTP_URL: smtp.url };
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
  expect(said).toContain(`secret key: others can read ${file}: chmod 600`);
  expect(said).toMatch(/^warning {2}secret key: SECRET_KEY is not set/m);
  expect(said).toMatch(/^wrong {4}pictures: .*ECONNREFUSED/m);
  expect(said).toMatch(/^wrong {4}database: .*Cannot connect to the database: .*nobody-we-know/m);
  expect(said).toMatch(/^wrong {4}mail: SMTP_URL: .*ECONNREFUSED 127\.0\.0\.1:1: nothing listens there/m);
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
  const here = { DATA_DIR: folder, SECRET_KEY };
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
  const here = { DATA_DIR: folder, SECRET_KEY };
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
  expect(await doctor({ ...here, SECRET_KEY })).toEqual({
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
  const root = resolve(import.meta.dirname, "../../..");
  for (const name of ["package.json", "src", "seeds", "migrations"]) {
    await cp(join(root, name), join(place, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(place, "node_modules"));
  const app = join(place, "src/app/operations");
  const here = { DATA_DIR: join(place, "data"), SMTP_URL: smtp.url };
  const built = /^(\w+) +program: the pages are not built/m;
  const developing = await callDoctor(app, here);
  expect([built.exec(developing.said)?.[1], developing.well]).toEqual(["warning", true]);
  const inProduction = await callDoctor(app, { ...here, NODE_ENV: "production" });
  expect(built.exec(inProduction.said)?.[1]).toBe("wrong");
  expect(inProduction.said).toMatch(
    /^wrong {4}sender: MAIL_FROM: servers refuse mails from prompteca\.local/m,
  );
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

test("what the start will refuse is wrong before the first start, and what it will not read is told", async () => {
  const place = await makeTestFolder();
  const other = createServer((_request, reply) => reply.end("something else")).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const env = { DATA_DIR: place, ADMIN_PASSWORD: "123", SMPT_URL: "smtp://u:goiabada@mail.example" };
  const { said } = await doctor({ ...env, PORT: `${port}` });
  expect(said).toMatch(/^wrong {4}configuration: .*\n {2}ADMIN_PASSWORD: Password should be at least 8/m);
  expect(said).toMatch(/^wrong {4}port: PORT: something listens at 127\.0\.0\.1, port \d+ already/m);
  expect(said).not.toContain("goiabada");
  other.close();

  const { said: second, well } = await doctor({
    ...env,
    ADMIN_PASSWORD: "jabuticaba-azul-42",
    HOST: "192.0.2.1",
  });
  expect(second).toMatch(
    /^warning {2}configuration: SMPT_URL: not known here, and not read; is SMTP_URL meant\?$/m,
  );
  expect(second).toMatch(/^wrong {4}port: HOST: 192\.0\.2\.1 is no address of this machine/m);
  expect(second.match(/^wrong/gm)).toHaveLength(1);
  expect(well).toBe(false);
  await removeTestFolder(place);
});

describe("what makes mail impossible", () => {
  const mailLines = async (env: Record<string, string>) =>
    (await doctor({ DATA_DIR: folder, ...env })).said
      .split("\n")
      .filter((line) => /sender:|mail:/.test(line));

  test("a name or password that the server refuses, without the server's words", async () => {
    const refusing = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ password }, _session, callback) => callback(new Error(`${password} is wrong`)),
    });
    const listening = refusing.listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;
    expect(await mailLines({ SMTP_URL: `smtp://eu:goia%40bada@127.0.0.1:${port}` })).toEqual([
      expect.stringMatching(
        /^wrong {4}mail: SMTP_URL: EAUTH 535 AUTH PLAIN: user name or password is refused/,
      ),
    ]);
    await new Promise<void>((resolve) => refusing.close(resolve));
  });

  test("a server elsewhere without TLS, or with a certificate that nobody vouches for", async () => {
    const plain = await startSmtpServer();
    const elsewhere = (url: string) => url.replace("127.0.0.1", "0.0.0.0");
    expect(await mailLines({ SMTP_URL: elsewhere(plain.url) })).toEqual([
      expect.stringMatching(
        /^wrong {4}mail: SMTP_URL: .*the server offers no TLS here.*SMTP_PLAINTEXT=allow/,
      ),
    ]);
    expect(await mailLines({ SMTP_URL: elsewhere(plain.url), SMTP_PLAINTEXT: "allow" })).toEqual([
      "warning  mail: SMTP_PLAINTEXT: mails may go unencrypted",
      expect.stringMatching(/^ok {7}mail: .* lets us in$/),
    ]);
    await plain.close();
    const untrusted = await startSmtpServer({ starttls: true });
    expect(await mailLines({ SMTP_URL: elsewhere(untrusted.url) })).toEqual([
      expect.stringMatching(/^wrong {4}mail: SMTP_URL: .*not trusted: .*NODE_EXTRA_CA_CERTS/),
    ]);
    await untrusted.close();
  });

  test("a sender whose domain nobody answers for", async () => {
    const before = dns.getServers();
    const names = createSocket("udp4");
    names.on("message", (question, { port, address }) => {
      const answer = Buffer.from(question);
      // An answer, recursion available, no such name (RFC 1035, section 4.1.1); one question and nothing else.
      answer.writeUInt16BE(0x8183, 2);
      answer.fill(0, 6, 12);
      names.send(answer.subarray(0, question.indexOf(0, 12) + 5), port, address);
    });
    names.bind(0, "127.0.0.1");
    await once(names, "listening");
    dns.setServers([`127.0.0.1:${names.address().port}`]);
    const env = { SMTP_URL: smtp.url, MAIL_FROM: "Prompteca <oi@goiaba.com.br>" };
    expect((await mailLines(env))[0]).toMatch(
      /^wrong {4}sender: MAIL_FROM: nobody answers for the domain goiaba\.com\.br in DNS/,
    );
    dns.setServers(["127.0.0.1:1"]);
    expect((await mailLines(env))[0]).toMatch(/^warning {2}sender: MAIL_FROM: .* cannot be looked up/);
    dns.setServers(before);
    names.close();
  });
});

test("folders and disks that cannot be used are told with variable, path and cure", async ({ skip }) => {
  const place = await makeTestFolder();
  const file = join(place, "letter.txt");
  await writeFile(file, "x");
  const { said } = await doctor({ DATA_DIR: join(file, "data"), BACKUP_DIR: file });
  expect(said).toContain(
    `wrong    data folder: DATA_DIR: ${join(file, "data")} is no folder, or lies in none: name a folder`,
  );
  expect(said).toContain(`wrong    backups: BACKUP_DIR: `);
  const full = await writeFile("/dev/full", "x").catch((error: Error) => error);
  expect(systemTrouble(full, readConfig({ DATA_DIR: place }))).toBe(
    `DATA_DIR: the disk of ${place} is full: make room, or name a folder elsewhere`,
  );

  const somebody = { uid: 65534, gid: 65534 };
  skip(process.getuid?.() !== 0, "only root can start it as another account");
  skip(spawnSync("test", ["-r", HERE], somebody).status !== 0, "other accounts cannot read this folder");
  await chmod(place, 0o755);
  const data = join(place, "data");
  await mkdir(data);
  await chown(data, somebody.uid, somebody.gid);
  await mkdir(join(data, "media"));
  await writeFile(join(data, "secret.key"), "k".repeat(43), { mode: 0o600 });
  const options = {
    env: { PATH: process.env.PATH, ...NOWHERE, DATA_DIR: data, BACKUP_DIR: join(place, "b") },
    ...somebody,
  };
  const closed = await promisify(execFile)(
    "scripts/node.sh",
    [join(HERE, "command.ts"), "doctor"],
    options,
  ).catch(({ stderr }) => stderr as string);
  for (const [about, variable, path] of [
    ["data folder", "DATA_DIR", join(data, "media")],
    ["secret key", "DATA_DIR", join(data, "secret.key")],
    ["backups", "", place],
  ]) {
    expect(closed).toContain(
      `wrong    ${about}: ${variable && `${variable}: `}${path} is closed to this account (uid 65534): give it to that account (chown)`,
    );
  }
  await removeTestFolder(place);
});

test("a port that is reached past the proxy is told of, with what is believed there", async () => {
  const place = await makeTestFolder();
  const listen = async () => {
    const server = createServer((_request, reply) => reply.end('{"status":"ok"}')).listen(0, "0.0.0.0");
    await once(server, "listening");
    return { server, port: (server.address() as AddressInfo).port };
  };
  const [proxy, site] = [await listen(), await listen()];
  const PUBLIC_URL = `http://127.0.0.1:${proxy.port}`;
  const here = { DATA_DIR: place, PUBLIC_URL, PORT: `${site.port}`, HOST: "0.0.0.0" };
  const bypass = async (env: Record<string, string>) =>
    (await doctor({ ...here, ...env })).said.split("\n").filter((line) => /past|passes by/.test(line));

  const direct = `http://127.0.0.1:${site.port}`;
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    `warning  address: TRUST_PROXY: whoever asks ${direct} passes by the proxy, and is believed whatever address it claims: ` +
      `set HOST to 127.0.0.1, or let the proxy alone reach port ${site.port}`,
  ]);
  expect(await bypass({ TRUST_PROXY: "10.0.0.0/8" })).toEqual([
    expect.stringMatching(/^warning {2}address: TRUST_PROXY: whoever asks \S+ passes by the proxy: set HOST/),
  ]);
  expect(await bypass({ TRUST_PROXY: "1", HOST: "127.0.0.1" })).toEqual([]);
  expect(await bypass({})).toEqual([]);
  site.server.close();
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    `ok       address: ${direct} does not answer: nobody passes by the proxy there`,
  ]);
  expect(await bypass({ TRUST_PROXY: "10.0.0.0/8" })).toEqual([]);
  proxy.server.close();
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    expect.stringMatching(
      /^warning {2}address: TRUST_PROXY and HOST: whoever reaches port \d+ past the proxy is believed/,
    ),
  ]);
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
