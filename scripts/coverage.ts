/**
 * Holds docs/coverage.md to the truth: every statement names a test that exists, or says why it is different.
 *
 * A test is named by its file and its title as the source has it: `src/x.test.ts` "title".
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

/** Whether a test that runs has this title, as in `test("title", …)` and `test.each(…)("title", …)`; a group's is not enough. */
function hasTest(source: string, title: string): boolean {
  const calls = source.replace(/^\s*\/\/.*$/gm, "").replace(/\(\s+/g, "(");
  return ['"', "'", "`"].some((quote) => {
    const call = `(${quote}${title}${quote}`;
    for (let at = calls.indexOf(call); at >= 0; at = calls.indexOf(call, at + 1)) {
      // Of `test.each([…])("title"` only the closing bracket stands right before; a group's is left out by its name.
      const before = calls.slice(Math.max(0, at - 9), at);
      if (/\b(?:test|step)$/.test(before)) return true;
      if (before.endsWith(")") && !isGroup(calls, at)) return true;
    }
    return false;
  });
}

/** Whether the table that ends right before `at` is one of `describe.each`. */
function isGroup(calls: string, at: number): boolean {
  const [each = ""] =
    calls.slice(0, at).match(/\b(?:test|it|describe)\.each(?![\s\S]*\b(?:test|it|describe)\.each)/) ?? [];
  return each.startsWith("describe");
}

const faults: string[] = [];
let statements = 0;
const lines = document.split("\n");
for (const [index, first] of lines.entries()) {
  if (!first.startsWith("- ")) continue;
  // The lines that an item was wrapped into are indented.
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
