import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("configuration", () => {
  test("needs no variable at all", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      adminEmail: "admin@prompteca.local",
      demoData: true,
      rateLimits: true,
    });
  });

  test("names every wrong variable at once", () => {
    expect(() => readConfig({ PORT: "99999", PUBLIC_URL: "prompteca", SECRET_KEY: "short" })).toThrow(
      /PORT[\s\S]*PUBLIC_URL[\s\S]*SECRET_KEY/,
    );
  });

  test("makes backups at night where a folder for them is named", () => {
    expect(readConfig({}).backup).toBeUndefined();
    expect(readConfig({ BACKUP_DIR: "/b", BACKUP_AT: "23:05", BACKUP_KEEP: "30" }).backup).toEqual({
      dir: "/b",
      at: { hour: 23, minute: 5 },
      keep: 30,
    });
    expect(readConfig({ BACKUP_DIR: "/b" }).backup).toMatchObject({ at: { hour: 6, minute: 0 }, keep: 7 });
    expect(() => readConfig({ BACKUP_AT: "23:05", BACKUP_KEEP: "30" })).toThrow(
      /BACKUP_AT: no backup is made without BACKUP_DIR\n {2}BACKUP_KEEP: no backup is made without/,
    );
    expect(() => readConfig({ BACKUP_AT: "25:00", BACKUP_KEEP: "0" })).toThrow(
      /BACKUP_AT: must be a time from 00:00 to 23:59[\s\S]*BACKUP_KEEP: must be a whole number from 1 to 9999/,
    );
  });

  test("wants an address and a mail server in production, and no lifted limits", () => {
    expect(() => readConfig({ NODE_ENV: "production", RATE_LIMITS: "off" })).toThrow(
      /PUBLIC_URL[\s\S]*SMTP_URL[\s\S]*RATE_LIMITS/,
    );
    const config = readConfig({
      NODE_ENV: "production",
      PUBLIC_URL: "https://prompteca.example/",
      SMTP_URL: "smtp://mail.example",
    });
    expect(config).toMatchObject({
      publicUrl: "https://prompteca.example",
      host: "0.0.0.0",
      demoData: false,
    });
  });

  test.each([
    [undefined, false],
    ["true", true],
    ["2", 2],
    ["10.0.0.0/8,127.0.0.1", "10.0.0.0/8,127.0.0.1"],
    ["loopback, ::1, fd00::/8", "loopback, ::1, fd00::/8"],
  ])("reads TRUST_PROXY=%s", (value, expected) => {
    expect(readConfig(value === undefined ? {} : { TRUST_PROXY: value }).trustProxy).toBe(expected);
  });

  test.each(["banana", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.1,,::1", "-1"])(
    "refuses TRUST_PROXY=%s by name",
    (value) => {
      expect(() => readConfig({ TRUST_PROXY: value })).toThrow("TRUST_PROXY: must be true, a number");
    },
  );

  test.each(["abc", "70000", "1.5", "1e3", "0x50", "-1"])("refuses PORT=%s in plain words", (value) => {
    expect(() => readConfig({ PORT: value })).toThrow("PORT: must be a whole number from 0 to 65535");
  });

  test("sizes and timeouts of the database have bounds, and a direct address stands beside another", () => {
    expect(readConfig({})).toMatchObject({
      databasePoolSize: 25,
      databaseTimeouts: { statement: 15_000, connect: 10_000 },
    });
    expect(
      readConfig({
        DATABASE_URL: "postgres://pooler/site",
        DATABASE_DIRECT_URL: "postgres://server/site",
        DATABASE_POOL_SIZE: "40",
        DATABASE_STATEMENT_TIMEOUT: "20",
        DATABASE_CONNECT_TIMEOUT: "5",
      }),
    ).toMatchObject({
      databaseDirectUrl: "postgres://server/site",
      databasePoolSize: 40,
      databaseTimeouts: { statement: 20_000, connect: 5000 },
    });
    expect(() =>
      readConfig({
        DATABASE_POOL_SIZE: "7",
        DATABASE_STATEMENT_TIMEOUT: "0",
        DATABASE_CONNECT_TIMEOUT: "1e1",
        DATABASE_DIRECT_URL: "postgres://server/site",
      }),
    ).toThrow(
      /POOL_SIZE: must be a whole number from 8 to 1000[\s\S]*from 1 to 60[\s\S]*from 1 to 60[\s\S]*DATABASE_DIRECT_URL: stands beside DATABASE_URL/,
    );
  });

  test.each([
    [{ S3_ENDPOINT: "http://s3.example", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "pitanga" }, 3],
    [{ S3_REGION: "garage" }, 1],
    [{ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a" }, 1],
    [{ S3_BUCKET: "b", S3_SECRET_ACCESS_KEY: "pitanga" }, 1],
    [{ S3_REGION: "us-east-1" }, 0],
    [{ S3_BUCKET: "b" }, 0],
    [{ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "pitanga" }, 0],
  ])("ignores nothing of a bucket: %j has %i faults", (env, faults) => {
    let said = "";
    try {
      readConfig(env as Record<string, string>);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(
      said.match(/^ {2}S3_\w+: (no bucket without S3_BUCKET|required beside S3_\w+)$/gm) ?? [],
    ).toHaveLength(faults);
    expect(said).not.toContain("pitanga");
  });

  test("an empty variable is an absent one", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test("is all in deploy/env.example, which is right as it stands, and so is what compose.yaml asks for", async () => {
    const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");
    const example = parseEnv(await read("../../deploy/env.example"));
    const ours = [...(await read("config.ts")).matchAll(/^ {2}([A-Z]\w+):/gm)].map(([, name]) => name);
    const compose = await read("../../deploy/compose/compose.yaml");
    const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(ours).toContain("SECRET_KEY");
    expect(asked).toContain("DATABASE_PASSWORD");
    expect([...ours, ...asked].filter((name = "") => !(name in example))).toEqual([]);
    expect(readConfig(example)).toMatchObject({ production: true, trustProxy: "loopback" });
    // Docker, systemd and Node.js read these differently.
    expect(Object.values(example).filter((value) => /[$\\#"'`]/.test(value ?? ""))).toEqual([]);
  });
});
