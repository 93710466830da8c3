/** How tests are written, where a slip shows only in another order or on a slower machine. */
import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";

const FILES = globSync(["{src,client,cli,scripts,seeds,bench,drills}/**/*.test.{ts,tsx}", "tests/**/*.ts"]);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Calls `found` with each text of the code: a literal, or a template with its expressions left out. */
function visitTexts(node: unknown, found: (text: string, at: number) => void): void {
  if (Array.isArray(node)) for (const one of node) visitTexts(one, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const { type, start, value, quasis } = node as Node;
  if (type === "Literal" && typeof value === "string") found(value, start);
  if (type === "TemplateLiteral")
    found((quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw).join("_"), start);
  for (const child of Object.values(node)) visitTexts(child, found);
}

/** Updates and deletes in SQL that name no rows; those of all rows say so by `where true`. */
function changesWithoutWhere(sql: string): string[] {
  const changes = /\b(?:update\s+(?:only\s+)?[\w."]+\s+(?:as\s+\w+\s+)?set|delete\s+from)\b/i;
  return sql.split(";").filter((statement) => {
    const at = statement.search(changes);
    return at >= 0 && !/\bwhere\b/i.test(statement.slice(at));
  });
}

test("only pause() waits for a time, and says what for; what a test wants to see it polls", () => {
  const waits = /timers\/promises|\bscheduler\.wait\b|waitForTimeout|new Promise\b[^;]*\bsetTimeout\b/;
  const faults = FILES.filter(
    (file) =>
      file !== "tests/support/pause.ts" &&
      file !== "scripts/tests.test.ts" &&
      waits.test(readFileSync(file, "utf8")),
  );
  expect(faults).toEqual([]);
});

/** The same by Kysely's builder, up to its end. */
const BUILT = /\.(?:updateTable|deleteFrom)\([^;]*?\.execute\w*\(/g;

test("an update or a delete of a test names its rows, because others in the file have rows there too", () => {
  const faults = FILES.flatMap((file) => {
    const code = readFileSync(file, "utf8");
    const found: string[] = [];
    for (const [call] of code.matchAll(BUILT)) if (!call.includes(".where(")) found.push(`${file} ${call}`);
    visitTexts(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }).body, (text, at) => {
      for (const statement of changesWithoutWhere(text))
        found.push(`${file}:${code.slice(0, at).split("\n").length} ${statement.trim()}`);
    });
    return found;
  });
  expect(FILES.length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});
