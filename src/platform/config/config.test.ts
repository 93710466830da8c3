import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { keyFault } from "./config-values.ts";

describe("configuration", () => {
  const SITE = { NODE_ENV: "production", SMTP_URL: "smtp://mail.example", CONTACT_EMAIL: "oi@example.com" };
  const POOLED = {
    DATABASE_URL: "postgres://pooler/site",
    DATABASE_DIRECT_URL: "postgres://server/site",
    DATABASE_POOL_SIZE: "40",
    DATABASE_STATEMENT_TIMEOUT: "20",
    DATABASE_CONNECT_TIMEOUT: "5",
  };

  test.each<[Record<string, string>, object]>([
    [{}, { port: 3000, host: "127.0.0.1", publicUrl: "http://localhost:3000", trustProxy: false }],
    [{}, { adminEmail: "admin@prompteca.local", demoData: true, rateLimits: true, backup: undefined }],
    [{}, { databasePoolSize: 25, databaseTimeouts: { statement: 15_000, connect: 10_000 } }],
    [
      { PORT: "", DATABASE_URL: " " },
      { port: 3000, databaseUrl: undefined },
    ],
    [
      { ...SITE, PUBLIC_URL: "https://prompteca.example/" },
      { publicUrl: "https://prompteca.example", host: "0.0.0.0", demoData: false },
    ],
    [
      { BACKUP_DIR: "/b", BACKUP_AT: "23:05", BACKUP_KEEP: "30" },
      { backup: { dir: "/b", at: { hour: 23, minute: 5 }, keep: 30 } },
    ],
    [
      { BACKUP_DIR: "/b", BACKUP_S3_BUCKET: "far", BACKUP_S3_ENDPOINT: "https://s3.example" },
      {
        backup: { copies: { bucket: "far", endpoint: "https://s3.example", region: "us-east-1" } },
        s3: undefined,
      },
    ],
    [{ BACKUP_DIR: "/b" }, { backup: { dir: "/b", at: { hour: 6, minute: 0 }, keep: 7 } }],
    [POOLED, { databaseDirectUrl: "postgres://server/site", databasePoolSize: 40, demoData: false }],
    [POOLED, { databaseTimeouts: { statement: 20_000, connect: 5000 } }],
    [POOLED, { databaseReplicaUrls: undefined }],
    [
      { ...POOLED, DATABASE_REPLICA_URL: " postgres://a/site, postgres://b/site\tpostgres://c:6/site " },
      { databaseReplicaUrls: ["postgres://a/site", "postgres://b/site", "postgres://c:6/site"] },
    ],
    [
      { DEMO_DATA: "off", RATE_LIMITS: "off" },
      { demoData: false, rateLimits: false },
    ],
    [{}, { issuers: [] }],
    [
      {
        OIDC_GOOGLE_CLIENT_ID: "g",
        OIDC_GOOGLE_CLIENT_SECRET: "s",
        OIDC_ISSUER: "https://id.example/realm",
        OIDC_CLIENT_ID: "c",
        OIDC_CLIENT_SECRET: "t",
      },
      {
        issuers: [
          {
            provider: "google",
            url: "https://accounts.google.com",
            name: "Google",
            clientId: "g",
            clientSecret: "s",
          },
          {
            provider: "oidc",
            url: "https://id.example/realm",
            name: "id.example",
            clientId: "c",
            clientSecret: "t",
          },
        ],
      },
    ],
    [{ TRUST_PROXY: "false" }, { trustProxy: false }],
    [{ TRUST_PROXY: "0" }, { trustProxy: false }],
    [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
    [{ TRUST_PROXY: "10.0.0.0/8,127.0.0.1" }, { trustProxy: "10.0.0.0/8,127.0.0.1" }],
    [{ TRUST_PROXY: "loopback, ::1, fd00::/8" }, { trustProxy: "loopback, ::1, fd00::/8" }],
  ])("reads %j as %j", (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  test("names every wrong variable at once", () => {
    expect(() => readConfig({ PORT: "99999", PUBLIC_URL: "prompteca", SECRET_KEY: "short" })).toThrow(
      /PORT[\s\S]*PUBLIC_URL[\s\S]*SECRET_KEY/,
    );
  });

  test.each([
    ["http://prompteca.example", false],
    ["http://localhost:3000", true],
    ["http://127.0.0.1", true],
    ["http://[::1]:3000", true],
    ["http://localhost.example", false],
    ["http://127.0.0.1.example", false],
    ["http://0.0.0.0", false],
  ])("accepts PUBLIC_URL=%s in production: %s", (value, expected) => {
    const read = () => readConfig({ ...SITE, PUBLIC_URL: value });
    if (expected) expect(read().publicUrl).toBe(value);
    else expect(read).toThrow("PUBLIC_URL: must be https");
  });

  const HOPS = "number of hops, or .*addresses";
  test.each([
    ["NODE_ENV", "Production", "one of development, test, production, or absent"],
    ["NODE_ENV", "production "],
    ["NODE_ENV", "staging"],
    ["PORT", "abc", "must be a whole number from 0 to 65535"],
    ["PORT", "70000"],
    ["PORT", "1.5"],
    ["PORT", "1e3"],
    ["PORT", "0x50"],
    ["PORT", "-1"],
    ["DATABASE_POOL_SIZE", "7", "must be a whole number from 8 to 1000"],
    ["DATABASE_STATEMENT_TIMEOUT", "61", "from 1 to 60"],
    ["DATABASE_CONNECT_TIMEOUT", "1e1", "from 1 to 60"],
    ["DRAIN_SECONDS", "100", "from 0 to 99"],
    ["TRUST_PROXY", "banana", HOPS],
    ["TRUST_PROXY", "10.0.0.0/33", HOPS],
    ["TRUST_PROXY", "10.0.0.0/x", HOPS],
    ["TRUST_PROXY", "10.0.0.1,,::1", HOPS],
    ["TRUST_PROXY", "-1", HOPS],
    ["TRUST_PROXY", "100", HOPS],
    ["PUBLIC_URL", "https://prompteca.example/prompts"],
    ["PUBLIC_URL", "https://prompteca.example/?a"],
    ["PUBLIC_URL", "https://prompteca.example/#a"],
    ["PUBLIC_URL", "https://eu:jabuticaba@prompteca.example"],
    ["PUBLIC_URL", "prompteca.example"],
    ["PUBLIC_URL", "ftp://prompteca.example"],
    ["MAIL_FROM", "Jabuticaba"],
    ["MAIL_FROM", "oi@"],
    ["MAIL_FROM", "a@prompteca.example, b@prompteca.example"],
    ["HOST", "http://127.0.0.1"],
    ["HOST", "127.0.0.1:3000"],
    ["HOST", "300.1.1.1"],
    ["HOST", "1.2.3"],
    ["HOST", "-x"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp://mail.example:465"],
    ["SMTP_URL", "smtp://mail.example?ignoreTLS=true"],
    ["SMTP_URL", "smtps://mail.example/?tls.rejectUnauthorized=false"],
    ["SMTP_PLAINTEXT", "yes"],
    ["METRICS_TOKEN", "um token que tem espaços"],
    ["METRICS_TOKEN", "x7Kq2"],
    ["METRICS_TOKEN", "a".repeat(40)],
    ["LOG_READS", "no", "must be on or off"],
    ["SECRET_KEY", "s".repeat(40), "too regular"],
    ["SECRET_KEY", "abababbaabbabaabababbaabbaababba", "too regular"],
    ["SECRET_KEY", "x7Kq2mPz9x7Kq2mPz9x7Kq2mPz9x7Kq2", "too regular"],
    ["SECRET_KEY", "abcdefghijklmnopqrstuvwxyz0123456789", "too regular"],
    ["SECRET_KEY", "01234567890123456789012345678901", "too regular"],
    ["SECRET_KEY", "please-change-me-before-you-go-live", "guessers"],
    ["SECRET_KEY", "pl3ase-ch4ng3-m3-bef0re-y0u-g0-l1ve", "guessers"],
    ["SECRET_KEY", "your-super-secret-and-long-jwt-key-here", "guessers"],
    ["SECRET_KEY", "x7Kq2mPz9LwR4tYc8VbN", "at least 32"],
  ])("refuses %s=%s by name, and does not repeat the value", (name, value, reason = "") => {
    const message = expect.stringMatching(
      new RegExp(`^Configuration is wrong:\n  ${name}: (?=.*${reason})[^\n]+$`),
    );
    expect(() => readConfig({ [name]: value })).toThrow(expect.objectContaining({ message }));
    expect(() => readConfig({ [name]: value })).not.toThrow(value);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ TRUST_PROXY: "true" }, ["TRUST_PROXY: true would believe whoever reaches the port.*number of hops"]],
    [
      { NODE_ENV: "production", RATE_LIMITS: "off" },
      ["PUBLIC_URL: required", "SMTP_URL: required", "CONTACT_EMAIL: required", "RATE_LIMITS: cannot be off"],
    ],
    [
      { BACKUP_AT: "23:05", BACKUP_KEEP: "30" },
      ["BACKUP_AT: no backup is made without BACKUP_DIR", "BACKUP_KEEP: no backup is made without"],
    ],
    [
      { BACKUP_DIR: "/b", BACKUP_AT: "25:00", BACKUP_KEEP: "0" },
      ["BACKUP_AT: must be a time from 00:00 to 23:59", "BACKUP_KEEP: must be a whole number from 1 to 9999"],
    ],
    [{ DATABASE_DIRECT_URL: "postgres://s/s" }, ["DATABASE_DIRECT_URL: stands beside DATABASE_URL"]],
    [{ DATABASE_REPLICA_URL: "postgres://s/s" }, ["DATABASE_REPLICA_URL: stands beside DATABASE_URL"]],
    [
      { S3_ENDPOINT: "http://s3.example", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "pitanga" },
      ["S3_ENDPOINT: no bucket", "S3_ACCESS_KEY_ID: no bucket", "S3_SECRET_ACCESS_KEY: no bucket"],
    ],
    [{ OIDC_GOOGLE_CLIENT_ID: "a" }, ["OIDC_GOOGLE_CLIENT_SECRET: required beside OIDC_GOOGLE_CLIENT_ID"]],
    [
      { OIDC_ISSUER: "https://id.example" },
      ["OIDC_CLIENT_ID: required beside OIDC_ISSUER", "OIDC_CLIENT_SECRET: required beside OIDC_ISSUER"],
    ],
    [
      { OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "pitanga", OIDC_NAME: "Eu" },
      [
        "OIDC_CLIENT_ID: no issuer without",
        "OIDC_CLIENT_SECRET: no issuer without",
        "OIDC_NAME: no issuer without",
      ],
    ],
    [
      {
        ...SITE,
        PUBLIC_URL: "https://prompteca.example",
        OIDC_ISSUER: "http://localhost:4000",
        OIDC_CLIENT_ID: "a",
        OIDC_CLIENT_SECRET: "pitanga",
      },
      ["OIDC_ISSUER: must be https when NODE_ENV is production"],
    ],
    [
      {
        OIDC_GOOGLE_CLIENT_ID: "g",
        OIDC_GOOGLE_CLIENT_SECRET: "s",
        OIDC_ISSUER: "https://accounts.google.com/",
        OIDC_CLIENT_ID: "a",
        OIDC_CLIENT_SECRET: "pitanga",
      },
      ["OIDC_ISSUER: is the issuer that OIDC_GOOGLE_CLIENT_ID is for"],
    ],
    [{ S3_REGION: "garage" }, ["S3_REGION: no bucket without S3_BUCKET"]],
    [{ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a" }, ["S3_SECRET_ACCESS_KEY: required beside S3_ACCESS_KEY_ID"]],
    [{ S3_BUCKET: "b", S3_SECRET_ACCESS_KEY: "pitanga" }, ["S3_ACCESS_KEY_ID: required beside S3_SECRET"]],
    [{ BACKUP_S3_BUCKET: "b" }, ["BACKUP_S3_BUCKET: no backup is made without BACKUP_DIR"]],
    [
      { BACKUP_DIR: "/b", BACKUP_S3_ENDPOINT: "http://s3.example", BACKUP_S3_SECRET_ACCESS_KEY: "pitanga" },
      [
        "BACKUP_S3_ENDPOINT: no bucket without BACKUP_S3_BUCKET",
        "BACKUP_S3_SECRET_ACCESS_KEY: no bucket without BACKUP_S3_BUCKET",
        "BACKUP_S3_ACCESS_KEY_ID: required beside BACKUP_S3_SECRET_ACCESS_KEY",
      ],
    ],
  ])("refuses %j: each variable that is missing, or would be ignored", (env, faults) => {
    const message = expect.stringMatching(
      new RegExp(`^Configuration is wrong:${faults.map((fault) => `\n  ${fault}[^\n]*`).join("")}$`),
    );
    expect(() => readConfig(env)).toThrow(expect.objectContaining({ message }));
    expect(() => readConfig(env)).not.toThrow("pitanga");
  });

  test.each<Record<string, string>>([
    { MAIL_FROM: "oi@prompteca.example" },
    { MAIL_FROM: '"Prompteca, a comunidade" <oi@prompteca.example>' },
    { HOST: "::" },
    { HOST: "fe80::1" },
    { HOST: "app_1.internal" },
    { SMTP_URL: "smtps://eu%40mail.example:p%2Fq@mail.example:465/" },
    { SMTP_URL: "smtp://[2001:db8::1]:587" },
    { DATABASE_URL: "postgres:///prompteca?host=%2Frun%2Fpostgresql" },
    { DATABASE_URL: "postgresql://u:p:q@db/x?sslmode=verify-full" },
    { SOCIAL_URL: "https://social.example/@prompteca" },
    { METRICS_TOKEN: "Zt8yQ1mF0s7VbX4kR2wL9p" },
    { S3_REGION: "us-east-1" },
    { S3_BUCKET: "b" },
    { S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "pitanga" },
  ])("accepts %o", (env) => {
    expect(readConfig(env).doubts).toEqual([]);
  });

  test("accepts random keys in every encoding", () => {
    for (let round = 0; round < 200; round++) {
      for (const key of [
        randomBytes(48).toString("base64"),
        randomBytes(24).toString("base64url"),
        randomBytes(32).toString("hex"),
      ]) {
        expect(keyFault(key, 32) ?? "fine", key).toBe("fine");
      }
    }
  });

  test.each([
    ["SMPT_URL", "SMTP_URL"],
    ["PUBLIC_ULR", "PUBLIC_URL"],
    ["PUBLIC_URI", "PUBLIC_URL"],
    ["public_url", "PUBLIC_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["SECRETKEY", "SECRET_KEY"],
    ["TRUSTED_PROXY", "TRUST_PROXY"],
    ["ADMIN_MAIL", "ADMIN_EMAIL"],
    ["S3_ACCES_KEY_ID", "S3_ACCESS_KEY_ID"],
    ["PROT", "PORT"],
    ["NODE-ENV", "NODE_ENV"],
  ])("asks of %s whether %s is meant, and also beside other faults", (name, meant) => {
    const sentence = `${name}: not known here, and not read; is ${meant} meant?`;
    expect(readConfig({ [name]: "jabuticaba" }).doubts).toEqual([sentence]);
    expect(() => readConfig({ [name]: "jabuticaba", DRAIN_SECONDS: "x" })).toThrow(sentence);
  });

  test.each([
    ["DATABSE_URL", "DATABASE_URL", true],
    ["DATA_DRI", "DATA_DIR", true],
    ["DATABASE_DIRECT_URI", "DATABASE_DIRECT_URL", true],
    ["S3_BUKET", "S3_BUCKET", true],
    ["BACKUP_DRI", "BACKUP_DIR", true],
    ["SECRETKEY", "SECRET_KEY", true],
    ["COMMUNITY_URI", "COMMUNITY_URL", false],
  ])(
    "%s in production, nearly %s, is refused where it decides where data lies: %s",
    (name, meant, refused) => {
      const sentence = `${name}: not known here, and not read; is ${meant} meant?`;
      // One that is set is not what another name means.
      const { [meant]: _, ...others } = { ...SITE, PUBLIC_URL: "https://prompteca.example" } as Record<
        string,
        string
      >;
      const read = () => readConfig({ ...others, [name]: "jabuticaba" });
      if (refused) expect(read).toThrow(`Configuration is wrong:\n  ${sentence}`);
      else expect(read().doubts).toEqual([sentence]);
      expect(readConfig({ [name]: "jabuticaba" }).doubts).toEqual([sentence]);
    },
  );

  test("does not ask about variables of other programs", () => {
    const names = `PATH HOME USER LOGNAME SHELL PWD OLDPWD LANG LANGUAGE LC_ALL LC_CTYPE TERM COLORTERM EDITOR VISUAL PAGER DISPLAY
      HOSTNAME HOSTTYPE MACHTYPE OSTYPE SHLVL TZ TMPDIR TMP TEMP MAIL MAILTO MAILCHECK POSIXLY_CORRECT HISTFILE PS1 LS_COLORS
      SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_USER SUDO_UID SUDO_COMMAND DBUS_SESSION_BUS_ADDRESS
      XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_CACHE_HOME XDG_SESSION_ID
      INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID RUNTIME_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY NOTIFY_SOCKET LISTEN_FDS
      NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_DEBUG NODE_NO_WARNINGS YARN_VERSION
      npm_config_cache npm_execpath npm_lifecycle_event npm_package_name INIT_CWD COLOR FORCE_COLOR NO_COLOR
      HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR
      PGHOST PGPORT PGUSER PGDATA PGPASSWORD PGDATABASE PGSSLMODE POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB POSTGRES_HOST
      DATABASE_PASSWORD DATABASE_HOST DATABASE_NAME DATABASE_USER REDIS_URL MONGO_URL AMQP_URL
      SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD SMTP_FROM MAIL_HOST MAIL_USER
      AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE GARAGE_ACCESS_KEY GARAGE_SECRET_KEY GARAGE_RPC_SECRET
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT DOCKER_HOST CONTAINER_ID DYNO HEROKU_APP_NAME FLY_REGION
      APP_URL APP_ENV APP_PORT BASE_URL SITE_URL CI GITHUB_SHA GITHUB_TOKEN RUNNER_TEMP BUILD_ID COMMIT_SHA
      LOG_FILE LOG_FORMAT DEBUG VERBOSE DATA_HOME BACKUP_PATH ADMIN_NAME ADMIN_USER PROMPTECA_VERSION MALLOC_ARENA_MAX
      ETHEREAL_API VITEST VITEST_MODE DEV PROD MODE SSR POST COST HOSTS PORTS SPORT _ `;
    const env = Object.fromEntries(names.split(/\s+/).map((name) => [name, "x"]));
    expect(readConfig({ ...env, ...process.env }).doubts).toEqual([]);
  });

  test("quotes no part of a password, however it breaks the URL", () => {
    const special = fc.constantFrom("@", "/", "?", "#", ":", "%", "[", " ", "\\", "&", "=");
    const letters = fc.stringMatching(/^[a-z]{6,12}$/);
    const password = fc
      .tuple(letters, special, letters, special, fc.stringMatching(/^\d{0,8}$/))
      .map((parts) => parts.join(""));
    const schemes = { DATABASE_URL: "postgres", SMTP_URL: "smtp", PUBLIC_URL: "https" };
    const name = fc.constantFrom(...(Object.keys(schemes) as (keyof typeof schemes)[]));
    fc.assert(
      fc.property(name, password, (variable, secret) => {
        const value = `${schemes[variable]}://usuaria:${secret}@maquina.example:99999`;
        let said = "";
        try {
          readConfig({
            [variable]: value,
            SECRET_KEY: secret,
            METRICS_TOKEN: secret,
            NODE_ENV: secret,
            HOST: secret,
          });
        } catch (error) {
          said = (error as Error).message;
        }
        expect(said).toContain(`${variable}: `);
        for (const part of secret.split(/[^a-z0-9]/).filter((piece) => piece.length > 3)) {
          expect(said).not.toContain(part);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each(["p@ss", "p/ss@x", "p?ss", "p#ss", "1/ss", "12?ss", "p%ss"])(
    "explains how to escape a password such as %s",
    (password) => {
      for (const [name, scheme] of [
        ["DATABASE_URL", "postgres"],
        ["SMTP_URL", "smtp"],
      ]) {
        expect(() => readConfig({ [`${name}`]: `${scheme}://u:${password}@host.example` })).toThrow(
          new RegExp(`${name}: .*@ is written %40`),
        );
      }
    },
  );

  const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");
  const variables = async () =>
    [...(await read("config.ts")).matchAll(/^ {2}([A-Z]\w+):/gm)].map(([, name]) => name as string);

  test("is all in .env.example, which changes nothing as it stands", async () => {
    const example = parseEnv(await read("../../../.env.example"));
    expect(Object.keys(example).sort()).toEqual((await variables()).sort());
    expect(readConfig(example)).toEqual(readConfig({}));
  });

  test("is all in deploy/env.example, which is right as it stands, and so is what compose.yaml asks for", async () => {
    const example = parseEnv(await read("../../../deploy/env.example"));
    const compose = await read("../../../deploy/compose/compose.yaml");
    const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name as string);
    expect(asked).toContain("DATABASE_PASSWORD");
    expect([...(await variables()), ...asked].filter((name) => !(name in example))).toEqual([]);
    expect(readConfig(example)).toMatchObject({ production: true, trustProxy: "loopback", doubts: [] });
    // Docker, systemd and Node.js parse these differently.
    expect(Object.values(example).filter((value) => /[$\\#"'`]/.test(value ?? ""))).toEqual([]);
  });
});
