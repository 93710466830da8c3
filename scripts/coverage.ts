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

/** Whether the title is the first argument of a call, as in `test("title", …)` and `test.each(…)("title", …)`. */
function hasTitle(source: string, title: string): boolean {
  const calls = source.replace(/\(\s+/g, "(");
  return ['"', "'", "`"].some((quote) => calls.includes(`(${quote}${title}${quote}`));
}

const faults: string[] = [];
let statements = 0;
for (const [index, line] of document.split("\n").entries()) {
  if (!line.startsWith("- ")) continue;
  statements++;
  const where = `docs/coverage.md:${index + 1}`;
  const tests = [...line.matchAll(/`([^`]+\.test\.tsx?)` "([^"]+)"/g)];
  if (tests.length === 0 && !line.includes("**Differs:**"))
    faults.push(`${where}: neither a test nor a reason`);
  for (const [, file = "", title = ""] of tests) {
    if (!hasTitle(await sourceOf(file), title)) faults.push(`${where}: ${file} has no test "${title}"`);
  }
}
if (statements === 0) faults.push("docs/coverage.md lists no statement");
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
