import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Runs code in a process of its own, with a `log` at hand; @returns the messages that reached its standard output */
function messagesOf(code: string): string[] {
  const script = `import { createLogger } from "#platform/log.ts"; const log = createLogger("info"); ${code}`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: new URL("../..", import.meta.url),
    encoding: "utf8",
  });
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg);
}

const two = 'log.info("first"); log.info("second");';

test.each([
  ["comes to its end", two],
  ["exits", `${two} process.exit(1)`],
  ["fails", `${two} throw new Error("broken")`],
])("a process that %s has written every line", (_how, code) => {
  expect(messagesOf(code)).toEqual(["first", "second"]);
});

test("lines do not wait for more to come", () => {
  // The process itself dies without a chance to write; what it logged a moment before is there.
  const code = `${two} setTimeout(() => process.kill(process.pid, "SIGKILL"), 2000)`;
  expect(messagesOf(code)).toEqual(["first", "second"]);
});
