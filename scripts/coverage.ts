/**
 * Checks docs/specification.md and what the code cites.
 *
 * Every statement names an existing test, or gives the reason for a difference from the brief. A test is named by its
 * file and its title in the source: `src/x.test.ts` "title". Sections of the specification, decisions and pages of docs/
 * that comments cite exist.
 */
import { glob, readdir, readFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const PAGE = "docs/specification.md";
const document = await readFile(new URL(PAGE, root), "utf8");
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
for (const [index, line] of document.split("\n").entries()) {
  if (!line.startsWith("| ") || line.startsWith("| what the site does") || line.startsWith("| ---")) continue;
  statements++;
  const where = `${PAGE}:${index + 1}`;
  const tests = [...line.matchAll(/`([^`]+\.test\.tsx?)` "([^"]+)"/g)];
  if (tests.length === 0 && !line.includes("**Brief:**"))
    faults.push(`${where}: neither a test nor a reason`);
  for (const [, file = "", title = ""] of tests) {
    if (!hasTest(await sourceOf(file), title)) faults.push(`${where}: ${file} has no test "${title}"`);
  }
}
if (statements === 0) faults.push(`${PAGE} lists no statement`);

const sections = new Set([...document.matchAll(/^## (\d+)\./gm)].map(([, number]) => Number(number)));
const decisions = new Set(
  (await readdir(new URL("docs/decisions", root))).map((file) => Number.parseInt(file, 10)),
);
const pages = new Set<string>();
for await (const page of glob("docs/**/*.md", { cwd: root })) pages.add(page);

/** Numbers of "1", "1 and 5", "2, 4 and 9", "35 to 40". */
function numbersIn(list: string): number[] {
  return (list.match(/\d+/g) ?? []).map(Number);
}

const LIST = String.raw`(\d+(?:(?:, | and | to |, and )\d+)*)`;
/** Not those of formats, such as "PNG specification, section 11.3.4". */
const SECTIONS = new RegExp(String.raw`(?<!\b[A-Z]{3,} )[Ss]pecification(?:'s)?,? sections? ${LIST}`, "g");
const DECISIONS = new RegExp(String.raw`\b[Dd]ecisions? ${LIST}`, "g");
let cited = 0;
for await (const file of glob("{src,tests,seeds,scripts,client,cli,migrations}/**/*.{ts,tsx,sql}", {
  cwd: root,
})) {
  if (file.includes("node_modules")) continue;
  // A citation may be broken over two lines of a comment.
  const text = (await sourceOf(file)).replace(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, " ");
  for (const [, list = ""] of text.matchAll(SECTIONS)) {
    cited++;
    for (const number of numbersIn(list))
      if (!sections.has(number)) faults.push(`${file}: ${PAGE} has no section ${number}`);
  }
  for (const [, list = ""] of text.matchAll(DECISIONS)) {
    for (const number of numbersIn(list))
      if (!decisions.has(number)) faults.push(`${file}: there is no decision ${number}`);
  }
  for (const [page] of text.matchAll(/\bdocs\/[a-z0-9/-]+\.md\b/g))
    if (!pages.has(page)) faults.push(`${file}: there is no ${page}`);
}
if (cited === 0) faults.push(`no source cites ${PAGE}`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
