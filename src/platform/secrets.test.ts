import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTestFolder } from "#tests/support/folders.ts";
import { deriveSecrets, readOrMakeSecretKey } from "./secrets.ts";

test("sealed data opens only with the same key, purpose and context", () => {
  const secrets = deriveSecrets("a master key that is long enough");
  const sealed = secrets.seal("sessions", Buffer.from("segredo"), "row 1");
  expect(secrets.open("sessions", sealed, "row 1").toString()).toBe("segredo");
  expect(() => secrets.open("sessions", sealed, "row 2")).toThrow();
  expect(() => secrets.open("keys", sealed, "row 1")).toThrow();
  expect(() => deriveSecrets("another master key, long enough").open("sessions", sealed, "row 1")).toThrow();
  sealed[14] = (sealed[14] ?? 0) ^ 1;
  expect(() => secrets.open("sessions", sealed, "row 1")).toThrow();
});

test("concurrent starts agree on one secret key, readable by its owner alone", async () => {
  const folder = await makeTestFolder();
  const keys = await Promise.all(Array.from({ length: 10 }, () => readOrMakeSecretKey(folder)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]?.length).toBeGreaterThanOrEqual(43);
  expect((await stat(join(folder, "secret.key"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["secret.key"]);
  await rm(folder, { recursive: true });
});
