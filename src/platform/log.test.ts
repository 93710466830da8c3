import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { hideSecrets, loggedPath, maskEmail } from "./log.ts";

/** Runs code with a `log` in another process. @returns the lines of its standard output */
function linesOf(code: string): string[] {
  const script = `import { createLogger } from "#platform/log.ts"; const log = createLogger("info"); ${code}`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: new URL("../..", import.meta.url),
    encoding: "utf8",
  });
  return stdout.split("\n").filter(Boolean);
}

const messagesOf = (code: string): string[] => linesOf(code).map((line) => JSON.parse(line).msg);

const two = 'log.info("first"); log.info("second");';

test.each([
  ["comes to its end", two],
  ["exits", `${two} process.exit(1)`],
  ["fails", `${two} throw new Error("broken")`],
])("a process that %s has written every line", (_how, code) => {
  expect(messagesOf(code)).toEqual(["first", "second"]);
});

test("lines do not wait for more to come", () => {
  // A killed process cannot flush its buffer, but earlier lines are written.
  const code = `${two} setTimeout(() => process.kill(process.pid, "SIGKILL"), 2000)`;
  expect(messagesOf(code)).toEqual(["first", "second"]);
});

const TOKEN = "q3Vb1_ZJ0mTn8rXwLk2cYpD7sHfA9eGiU4oQ6tMxB5v";
const KEY = "pk_0123456789ABCDEFGHIJKLMNOPQRST2C8GjS";
const JWT = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-bmF0_dXJl";

test.each([
  ["No recipient maria.silva+x@exemplo.com.br here", "No recipient m***@exemplo.com.br here"],
  ["joão@exemplo.com.br", "j***@exemplo.com.br"],
  ["/users/maria%40exemplo.com.br", "/users/m***%40exemplo.com.br"],
  ["GET /verify-email?token_hash=abc&type=email failed", "GET /verify-email?[…] failed"],
  ["postgres://prompteca:segredo@db:5432/x is away", "postgres://[…]@db:5432/x is away"],
  [`unexpected ${TOKEN}.`, "unexpected […]."],
  [`Bearer ${JWT}`, "Bearer […]"],
  [`Bearer ${KEY}`, "Bearer […]"],
  [`key=${KEY.slice(0, -5)}`, "key=[…]"],
])("%j is written %j", (text, written) => {
  expect(hideSecrets(text)).toBe(written);
});

test.each([
  "connect ECONNREFUSED 127.0.0.1:5432",
  "at answer (file:///srv/prompteca/src/prompts/server/prompts.service.ts:12:3)",
  'duplicate key value violates unique constraint "prompts_publication_key"',
  "/media/0123456789abcdef0123456789abcdef-800.webp",
  "a3bb189e-8bf9-3888-9912-ace4e6543002",
  "node_modules/@fastify/static/index.js",
])("%j is written as it is", (text) => {
  expect(hideSecrets(text)).toBe(text);
  expect(loggedPath(text)).toBe(text);
});

test("a path is written without a key that somebody put there", () => {
  expect(loggedPath(`/api/prompts/${KEY}/like`)).toBe("/api/prompts/[…]/like");
});

test("a path is written without the code of a report, in whatever case", () => {
  expect(loggedPath("/api/reports/4TGHQR8ZWX/appeal")).toBe("/api/reports/[…]/appeal");
  expect(loggedPath("/denuncias/4tghqr8zwx")).toBe("/denuncias/[…]");
  for (const other of ["/api/reports", "/prompts/1234567890", "/terms-of-use", "/api/moderation/log"])
    expect(loggedPath(other)).toBe(other);
});

// A quadratic search would take minutes.
test.each([
  ["no end of an address", `${"a".repeat(16_000)}@`],
  ["many an address", "a@".repeat(8000)],
  ["beginnings of tokens", `${"eyJ-".repeat(4000)}@`],
  ["beginnings of queries", `${"?".repeat(16_000)}@`],
])("%s are looked through in no time", (_what, text) => {
  for (let i = 0; i < 200; i++) hideSecrets(text);
  expect(loggedPath(`/${text}`).length).toBeLessThan(1000);
});

test("an address is masked to its first letter, however short it is", () => {
  expect(maskEmail("maria@exemplo.com.br")).toBe("m***@exemplo.com.br");
  expect(maskEmail("m@exemplo.com.br")).toBe("m***@exemplo.com.br");
});

test("an error is written without what it quotes, its causes and parts included", () => {
  const [line = ""] = linesOf(`
    const row = { detail: "Failing row contains (maria@exemplo.com.br, $argon2id$abc)", where: "segredo", client: { password: "segredo" } };
    const inner = Object.assign(new Error("to maria@exemplo.com.br with ${TOKEN}"), row);
    const parts = new AggregateError([inner, new Error("GET /x?q=segredo")], "several", { cause: inner });
    log.error({ err: Object.assign(parts, row, { code: "23505", config: { password: "segredo" } }) }, "failed");
  `);
  expect(JSON.parse(line)).toMatchObject({ msg: "failed", err: { type: "AggregateError", code: "23505" } });
  expect(line).toContain("m***@exemplo.com.br");
  for (const secret of ["maria@", "segredo", "argon2id", TOKEN]) expect(line).not.toContain(secret);
});
