/** The doctor against a real database, SMTP server and folder; where its own program matters, as an operator calls it. */
import { execFile, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createShutdown } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { administer, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { startPooler } from "#tests/support/pooler.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import { examine } from "./doctor.ts";
import { lineOf } from "./finding.ts";

// Some calls start a process, which takes seconds where several tests share the processors.
vi.setConfig({ testTimeout: 180_000 });

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

const HERE = resolve(import.meta.dirname, "..");
// Nothing listens at this port: the address is asked in vain, and at once.
const NOWHERE = { PUBLIC_URL: "http://127.0.0.1:1", PORT: "0" };
const SECRET_KEY = "Zt8yQ1mF0s7VbX4kR2wL9pJc6nHd3gTe";

async function newFolder(): Promise<string> {
  const place = await makeTestFolder();
  onTestFinished(() => removeTestFolder(place));
  return place;
}

/** Returns a line for each finding. In this process, which saves the second that a start takes. */
async function doctor(env: Record<string, string>): Promise<string> {
  const log = createLogger("silent");
  const shutdown = createShutdown(log);
  let said = "";
  for await (const finding of examine(readConfig({ ...NOWHERE, ...env }), log, shutdown)) {
    said += `${lineOf(finding)}\n`;
  }
  await shutdown.run();
  return said;
}

/** @param app the folder `src/app/operations` of the program */
async function callDoctor(
  app: string,
  env: Record<string, string>,
  args: string[] = [],
  account: { uid?: number; gid?: number } = {},
): Promise<{ said: string; well: boolean }> {
  const options = { env: { PATH: process.env.PATH, ...NOWHERE, ...env }, ...account };
  return promisify(execFile)("scripts/node.sh", [join(app, "command.ts"), "doctor", ...args], options).then(
    ({ stderr }) => ({ said: stderr, well: true }),
    ({ stderr }) => ({ said: stderr, well: false }),
  );
}

test("a healthy site: each part is reported, a mail arrives, nothing is left behind", async () => {
  await mkdir(join(folder, "media"));
  const backup = join(folder, "backup.tar");
  await writeFile(backup, "x");
  await server.pool.query(
    "insert into backups (bytes, file, finished_at) values (1, $1, now() - interval '40 hours')",
    [backup],
  );
  const here = { DATA_DIR: folder, DATABASE_URL: server.url, SECRET_KEY, SMTP_URL: smtp.url };
  const { said, well } = await callDoctor(HERE, here, ["--mail", "ana@exemplo.com"]);
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
  expect(await doctor(here)).toContain(`wrong    database: ${backup} has 12 bytes; 1 were written\n`);
  await rm(backup);
  expect(await doctor(here)).toContain(`warning  database: the file of that backup is not here: ${backup}\n`);
});

test("every part that is wrong is named in one run, without the password", async () => {
  const file = join(folder, "secret.key");
  await writeFile(file, "k".repeat(43));
  await chmod(file, 0o644);
  const away = new URL(server.url);
  away.username = "nobody-we-know";
  away.password = "jabuticaba";
  const said = await doctor({
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
  expect(said).not.toMatch(/jabuticaba|goiabada|pitanga/);
});

test("a limit on connections is reported, and what a pooler lacks", async () => {
  const database = await createTestDatabase();
  const limited = async (most: number) => {
    await administer(`alter database ${database.connection.database} connection limit ${most}`);
    return doctor({ DATA_DIR: folder, SECRET_KEY, DATABASE_URL: database.url });
  };
  expect(await limited(7)).toMatch(
    /^wrong {4}database: the connection limit of database test_\w+ allows 7 connections: .* fewer than 8$/m,
  );
  expect(await limited(20)).toMatch(/^warning {2}database: .* allows 20 connections; a process opens 25/m);
  expect(await limited(-1)).not.toMatch(/connection limit of database/);

  const pooler = await startPooler(database, { keepsStatements: true });
  const urls = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
  const said = await doctor({ DATA_DIR: folder, SECRET_KEY, ...urls });
  expect(said).toMatch(/^warning {2}database: sessions of the pooler end nothing that takes too long/m);
  expect(said).toMatch(/^ok {7}database: all migrations are applied$/m);
  expect(said).not.toMatch(/^wrong/m);
  pooler.close();
  await database.close();
});

test("a database of a newer version, and one without tables, are reported and left unchanged", async () => {
  const empty = await createTestDatabase({ empty: true });
  const here = { DATA_DIR: folder, SECRET_KEY };
  expect(await doctor({ ...here, DATABASE_URL: empty.url })).toMatch(
    /^ok {7}database: migrations to come at the next start: \d+$/m,
  );
  expect((await empty.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await empty.close();

  await server.pool.query("insert into schema_migrations (name, checksum) values ('9999_future', '')");
  const said = await doctor({ ...here, DATABASE_URL: server.url });
  await server.pool.query("delete from schema_migrations where name = '9999_future'");
  expect(said).toMatch(/^wrong {4}database: .*newer than this version/m);
});

test("a SECRET_KEY that the database was not used with, or none, is wrong before it ends sessions", async () => {
  const here = { DATA_DIR: await newFolder(), DATABASE_URL: server.url };
  expect(await doctor(here)).not.toContain("there is no SECRET_KEY");
  await server.pool.query(
    "insert into signing_keys (kid, public_jwk, private_key) values ('old', '{}', 'sealed with another key')",
  );
  expect(await doctor({ ...here, SECRET_KEY })).toMatch(/^wrong {4}database: SECRET_KEY is not the one/m);
  expect(await doctor(here)).toMatch(/^wrong {4}database: there is no SECRET_KEY/m);
});

test("the site itself must answer at the public address, and its clock is compared", async () => {
  let status = "ok";
  let seconds = 0;
  const { url: PUBLIC_URL } = await startHttpService((_request, reply) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    if (status) reply.writeHead(200, { date }).end(JSON.stringify({ status }));
    else reply.end("<h1>This domain is for sale</h1>");
  });
  const place = await newFolder();
  const here = { DATA_DIR: place, PUBLIC_URL };
  const right = await doctor(here);
  expect(right).toContain(`ok       address: ${PUBLIC_URL} answers and is ready\n`);
  expect(right).not.toContain("clock");

  seconds = -60;
  expect(await doctor(here)).toMatch(
    /^warning {2}address: the clock behind \S+ is \d\d\.\d s behind the clock here$/m,
  );

  status = "";
  expect(await doctor(here)).toContain(
    `wrong    address: ${PUBLIC_URL} is answered by something that is not Prompteca\n`,
  );
});

test("in production pages that are not built, and a sender of no domain, are wrong", async () => {
  const place = await newFolder();
  const root = resolve(HERE, "../../..");
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
});

test("a folder without a site is left unchanged", async () => {
  const place = await newFolder();
  const said = await doctor({ DATA_DIR: join(place, "to", "come") });
  expect(said).toMatch(/^ok {7}database: embedded PostgreSQL \d+: made at the first start$/m);
  expect(said).not.toMatch(/^wrong/m);
  expect(await readdir(place)).toEqual([]);
});

test("what the start refuses is wrong before the first start, and misspelt variables are reported", async () => {
  const place = await newFolder();
  const other = await startHttpService((_request, reply) => reply.end("something else"));
  const env = { DATA_DIR: place, ADMIN_PASSWORD: "123", SMPT_URL: "smtp://u:goiabada@mail.example" };
  const said = await doctor({ ...env, PORT: `${other.port}` });
  expect(said).toMatch(/^wrong {4}configuration: .*\n {2}ADMIN_PASSWORD: Password should be at least 8/m);
  expect(said).toMatch(/^wrong {4}port: PORT: something listens at 127\.0\.0\.1, port \d+ already/m);
  expect(said).not.toContain("goiabada");

  const second = await doctor({ ...env, ADMIN_PASSWORD: "jabuticaba-azul-42", HOST: "192.0.2.1" });
  expect(second).toMatch(
    /^warning {2}configuration: SMPT_URL: not known here, and not read; is SMTP_URL meant\?$/m,
  );
  expect(second).toMatch(/^wrong {4}port: HOST: 192\.0\.2\.1 is no address of this machine/m);
  expect(second.match(/^wrong/gm)).toHaveLength(1);
});

test("mails that may go unencrypted are a warning", async () => {
  const said = await doctor({ DATA_DIR: folder, SMTP_URL: smtp.url, SMTP_PLAINTEXT: "allow" });
  expect(said).toMatch(/^warning {2}mail: SMTP_PLAINTEXT: mails may go unencrypted$/m);
});

test("a sender whose domain is not in DNS", async () => {
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
  const env = { DATA_DIR: folder, SMTP_URL: smtp.url, MAIL_FROM: "Prompteca <oi@goiaba.com.br>" };
  expect(await doctor(env)).toMatch(
    /^wrong {4}sender: MAIL_FROM: nobody answers for the domain goiaba\.com\.br in DNS/m,
  );
  dns.setServers(["127.0.0.1:1"]);
  expect(await doctor(env)).toMatch(/^warning {2}sender: MAIL_FROM: .* cannot be looked up/m);
  dns.setServers(before);
  names.close();
});

test("unusable folders are reported with variable, path and remedy", async ({ skip }) => {
  const place = await newFolder();
  const file = join(place, "letter.txt");
  await writeFile(file, "x");
  const said = await doctor({ DATA_DIR: join(file, "data"), BACKUP_DIR: file });
  expect(said).toContain(
    `wrong    data folder: DATA_DIR: ${join(file, "data")} is no folder, or lies in none: name a folder`,
  );
  expect(said).toContain(`wrong    backups: BACKUP_DIR: `);

  const somebody = { uid: 65534, gid: 65534 };
  skip(process.getuid?.() !== 0, "only root can start it as another account");
  skip(spawnSync("test", ["-r", HERE], somebody).status !== 0, "other accounts cannot read this folder");
  await chmod(place, 0o755);
  const data = join(place, "data");
  await mkdir(data);
  await chown(data, somebody.uid, somebody.gid);
  await mkdir(join(data, "media"));
  await writeFile(join(data, "secret.key"), "k".repeat(43), { mode: 0o600 });
  const closed = await callDoctor(HERE, { DATA_DIR: data, BACKUP_DIR: join(place, "b") }, [], somebody);
  for (const [about, variable, path] of [
    ["data folder", "DATA_DIR", join(data, "media")],
    ["secret key", "DATA_DIR", join(data, "secret.key")],
    ["backups", "", place],
  ]) {
    expect(closed.said).toContain(
      `wrong    ${about}: ${variable && `${variable}: `}${path} is closed to this account (uid 65534): give it to that account (chown)`,
    );
  }
});

test("a port that is reachable past the proxy is reported, with what is believed there", async () => {
  const place = await newFolder();
  const listen = () => startHttpService((_request, reply) => void reply.end('{"status":"ok"}'), "0.0.0.0");
  const [proxy, site] = [await listen(), await listen()];
  const here = { DATA_DIR: place, PUBLIC_URL: proxy.url, PORT: `${site.port}`, HOST: "0.0.0.0" };
  const bypass = async (env: Record<string, string>) =>
    (await doctor({ ...here, ...env })).split("\n").filter((line) => /past|passes by/.test(line));

  const direct = site.url;
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    `warning  address: TRUST_PROXY: whoever asks ${direct} passes by the proxy, and is believed whatever address it claims: ` +
      `set HOST to 127.0.0.1, or let the proxy alone reach port ${site.port}`,
  ]);
  expect(await bypass({ TRUST_PROXY: "10.0.0.0/8" })).toEqual([
    expect.stringMatching(/^warning {2}address: TRUST_PROXY: whoever asks \S+ passes by the proxy: set HOST/),
  ]);
  expect(await bypass({ TRUST_PROXY: "1", HOST: "127.0.0.1" })).toEqual([]);
  expect(await bypass({})).toEqual([]);
  site.close();
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    `ok       address: ${direct} does not answer: nobody passes by the proxy there`,
  ]);
  expect(await bypass({ TRUST_PROXY: "10.0.0.0/8" })).toEqual([]);
  proxy.close();
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    expect.stringMatching(
      /^warning {2}address: TRUST_PROXY and HOST: whoever reaches port \d+ past the proxy is believed/,
    ),
  ]);
});

test("a wrong variable is named, and a wrong option", async () => {
  const wrong = (text: string) => ({ said: expect.stringContaining(text), well: false });
  expect(await callDoctor(HERE, { PORT: "http" })).toEqual(wrong("PORT: must be"));
  expect(await callDoctor(HERE, {}, ["--male", "x"])).toEqual(wrong("--male"));
});
