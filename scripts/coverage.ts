/**
 * Checks docs/coverage.md: every statement names an existing test, or gives the reason for a difference.
 *
 * A test is named by its file and its title in the source: `src/x.test.ts` "title".
 */
import { readFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const document = await readFile(new URL("docs/coverage.md", root), "utf8");
const sources = new Map<string, Promise<string>>();

function sourceOf(file: string): Promise<string> {
  const source = sources.get(file) ?? readFile(new URL(file, root), "utf8").catch(() => "");
  sources.set(file, source);
  return source;
}

/** Whether a test, not a group, has this title: `test("title", …)` or `test.each(…)("title", …)`. */
function hasTest(source: string, title: string): boolean {
  const calls = source.replace(/^\s*\/\/.*$/gm, "").replace(/\(\s+/g, "(");
  return ['"', "'", "`"].some((quote) => {
    const call = `(${quote}${title}${quote}`;
    for (let at = calls.indexOf(call); at >= 0; at = calls.indexOf(call, at + 1)) {
      // In `test.each([…])("title"` only the closing bracket precedes; `describe.each` is excluded by name.
      const before = calls.slice(Math.max(0, at - 9), at);
      if (/\b(?:test|step)$/.test(before)) return true;
      if (before.endsWith(")") && !isGroup(calls, at)) return true;
    }
    return false;
  });
}

/** Whether the table that ends before `at` belongs to `describe.each` or `describe.for`. */
function isGroup(calls: string, at: number): boolean {
  const [each = ""] =
    calls
      .slice(0, at)
      .match(/\b(?:test|it|describe)\.(?:each|for)\b(?![\s\S]*\b(?:test|it|describe)\.(?:each|for)\b)/) ?? [];
  return each.startsWith("describe");
}

const faults: string[] = [];
let statements = 0;
const lines = document.split("\n");
for (const [index, first] of lines.entries()) {
  if (!first.startsWith("- ")) continue;
  // Continuation lines of an item are indented.
  const end = lines.findIndex((line, at) => at > index && !line.startsWith("  "));
  const line = lines
    .slice(index, end)
    .map((part) => part.trim())
    .join(" ");
  statements++;
  const where = `docs/coverage.md:${index + 1}`;
  const tests = [...line.matchAll(/`([^`]+\.test\.tsx?)` "([^"]+)"/g)];
  if (tests.length === 0 && !line.includes("**Differs:**"))
    faults.push(`${where}: neither a test nor a reason`);
  for (const [, file = "", title = ""] of tests) {
    if (!hasTest(await sourceOf(file), title)) faults.push(`${where}: ${file} has no test "${title}"`);
  }
}
if (statements === 0) faults.push("docs/coverage.md lists no statement");
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
