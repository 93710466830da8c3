/** The doctor against a real database, SMTP server and folder; where its own program matters, as an operator calls it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { COMMANDS, callDoctor, doctor, newFolder, SECRET_KEY } from "#tests/support/doctor.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";

// Some calls start a process, which takes seconds where several tests share the processors.
let server: TestDatabase;
let smtp: SmtpServer;
beforeAll(async () => {
  [server, smtp] = await Promise.all([createTestDatabase(), startSmtpServer()]);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

test("a healthy site: each part is reported, a mail arrives, nothing is left behind", async () => {
  const [folder, place] = [await newFolder(), await newFolder()];
  await mkdir(join(folder, "media"));
  const backup = join(folder, "backup.tar");
  await writeFile(backup, "x");
  await server.pool.query(
    "insert into backups (bytes, file, finished_at) values (1, $1, now() - interval '40 hours')",
    [backup],
  );
  const here = {
    ...{ DATA_DIR: folder, DATABASE_URL: server.url, SECRET_KEY, SMTP_URL: smtp.url },
    SOCIAL_URL: "https://social.exemplo/prompteca",
  };
  const { said, code } = await callDoctor(COMMANDS, here, ["--mail", "ana@exemplo.com"]);
  expect(said).toMatch(/^ok {7}program: Prompteca \d\S* .*on Node\.js \d/);
  expect(said).toMatch(
    /^ok {7}configuration: COMMUNITY_URL is not set: home and footer invite to no community$/m,
  );
  expect(said).toMatch(/^ok {7}configuration: CONTACT_EMAIL is not set: nobody is told whom to write to$/m);
  expect(said).not.toContain("SOCIAL_URL");
  expect(said).toMatch(/^ok {7}data folder: .* [\d,]+ MB free \(\d+ %\), writable$/m);
  expect(said).toContain(`pictures: ${join(folder, "media")}: written, read, removed`);
  expect(said).toMatch(/^ok {7}database: PostgreSQL 1\d\S* answers in \d+ ms$/m);
  expect(said).toMatch(/^ok {7}database: all migrations are applied$/m);
  expect(said).toMatch(/^ok {7}database: the last backup is 40 hours old, and none is made at night/m);
  expect(said).toMatch(/^ok {7}mail: 127\.0\.0\.1:\d+ lets us in$/m);
  expect(said).toMatch(/^warning {2}address: http:\/\/127\.0\.0\.1:1 does not answer from here/m);
  expect(said).toMatch(/Nothing is wrong\.\n$/);
  expect(code, "the address does not answer: a warning").toBe(2);
  expect(said).toMatch(/^ok {7}mail: a test mail to ana@exemplo\.com was handed over/m);
  expect((await smtp.waitFor("ana@exemplo.com")).subject).toBe("Teste de e-mail da Prompteca");
  expect(await readdir(folder)).toEqual(["backup.tar", "media"]);

  expect(said).toMatch(/^ok {7}database: \w.* allows \d+ connections; a process opens 25 /m);
  // With --quiet what is right is not told; with the site at its address, nothing.
  const { url: PUBLIC_URL } = await startHttpService((_request, reply) => void reply.end('{"status":"ok"}'));
  const { DATABASE_URL: _, ...alone } = here;
  await mkdir(join(place, "media"));
  const quiet = await callDoctor(COMMANDS, { ...alone, PUBLIC_URL, DATA_DIR: place }, ["--quiet"]);
  // `npm run build` comes before the tests, but not before each run of them.
  const isBuilt = existsSync("dist/server/build.json");
  const unbuilt = isBuilt ? "" : "warning  program: the pages are not built: npm run build\n";
  expect(quiet).toEqual({ said: unbuilt, code: isBuilt ? 0 : 2 });
  const doubtful = await callDoctor(COMMANDS, { ...alone, DATA_DIR: place }, ["--quiet"]);
  expect(doubtful).toEqual({
    said: expect.stringMatching(/^(?:warning .* npm run build\n)?warning {2}address: .*\n$/),
    code: 2,
  });

  await writeFile(backup, "cut or grown");
  expect(await doctor(here)).toContain(`wrong    database: ${backup} has 12 bytes; 1 were written\n`);
  await rm(backup);
  expect(await doctor(here)).toContain(`warning  database: the file of that backup is not here: ${backup}\n`);
});

test.each([0o640, 0o604, 0o620])("a secret key of mode %o is wrong", async (mode) => {
  const folder = await newFolder();
  const file = join(folder, "secret.key");
  await writeFile(file, "k".repeat(43));
  await chmod(file, mode);
  expect(await doctor({ DATA_DIR: folder })).toContain(`secret key: others can read ${file}: chmod 600`);
});

test("every part that is wrong is named in one run, without the password", async () => {
  const folder = await newFolder();
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
  expect(said).toMatch(/^wrong {4}pictures: StorageError: S3 \w+, bucket retratos at 127\.0\.0\.1:1: /m);
  expect(said).toMatch(/^wrong {4}mail: SMTP_URL: 127\.0\.0\.1:1: connect/m);
  expect(said).toContain(`secret key: others can read ${file}: chmod 600`);
  expect(said).toMatch(/^warning {2}secret key: SECRET_KEY is not set/m);
  expect(said).toMatch(/^wrong {4}pictures: .*ECONNREFUSED/m);
  expect(said).toMatch(/^wrong {4}database: .*Cannot connect to the database: .*nobody-we-know/m);
  expect(said).toMatch(/^wrong {4}mail: SMTP_URL: .*ECONNREFUSED 127\.0\.0\.1:1: nothing listens there/m);
  expect(said.match(/^wrong/gm)).toHaveLength(4);
  expect(said).not.toMatch(/jabuticaba|goiabada|pitanga/);
});

test("in production pages that are not built, and a sender of no domain, are wrong", async () => {
  const place = await newFolder();
  const root = resolve(COMMANDS, "../../..");
  for (const name of ["package.json", "src", "seeds", "migrations"]) {
    await cp(join(root, name), join(place, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(place, "node_modules"));
  const app = join(place, "src/app/operations");
  const here = { DATA_DIR: join(place, "data"), SMTP_URL: smtp.url };
  const built = /^(\w+) +program: the pages are not built/m;
  const developing = await callDoctor(app, here);
  expect([built.exec(developing.said)?.[1], developing.code]).toEqual(["warning", 2]);
  const inProduction = await callDoctor(app, {
    ...here,
    NODE_ENV: "production",
    CONTACT_EMAIL: "oi@prompteca.example",
  });
  expect(built.exec(inProduction.said)?.[1]).toBe("wrong");
  expect(inProduction.said).toMatch(
    /^wrong {4}sender: MAIL_FROM: servers refuse mails from prompteca\.local/m,
  );
  expect(inProduction.said).toMatch(/What is wrong: 2\.\n$/);
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
  skip(spawnSync("test", ["-r", COMMANDS], somebody).status !== 0, "other accounts cannot read this folder");
  await chmod(place, 0o755);
  const data = join(place, "data");
  await mkdir(data);
  await chown(data, somebody.uid, somebody.gid);
  await mkdir(join(data, "media"));
  await writeFile(join(data, "secret.key"), "k".repeat(43), { mode: 0o600 });
  const closed = await callDoctor(COMMANDS, { DATA_DIR: data, BACKUP_DIR: join(place, "b") }, [], somebody);
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

test("a wrong variable is named, and a wrong option", async () => {
  const wrong = (text: string) => ({ said: expect.stringContaining(text), code: 1 });
  expect(await callDoctor(COMMANDS, { PORT: "http" })).toEqual(wrong("PORT: must be"));
  expect(await callDoctor(COMMANDS, {}, ["--male", "x"])).toEqual(wrong("--male"));
});
