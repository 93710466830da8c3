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

/** The least that a time limit of these calls may be, in milliseconds: a hook or a test, and a wait for what happens. */
const LEAST: Record<string, number> = {
  ...Object.fromEntries(
    ["test", "each", "skipIf", "runIf", "describe", "beforeAll", "beforeEach", "afterAll", "afterEach"].map(
      (name) => [name, 240_000],
    ),
  ),
  setConfig: 240_000,
  ...Object.fromEntries(
    ["poll", "waitFor", "waitUntil", "setDefaultTimeout", "setDefaultNavigationTimeout"].map((name) => [
      name,
      30_000,
    ]),
  ),
};

/** The last name of what is called: of `test.each([…])("title", …)` it is `each`. */
function calledName(callee: Node): string {
  if (callee.type === "Identifier") return callee.name as string;
  if (callee.type === "MemberExpression") return calledName(callee.property as Node);
  return callee.type === "CallExpression" ? calledName(callee.callee as Node) : "";
}

/** Whether a number among the arguments is a time limit: the first of Playwright's defaults, the last of Vitest's own. */
function endsWithLimit(call: Node & { callee?: Node & { object?: Node }; arguments?: Node[] }): boolean {
  const { callee } = call;
  if (callee?.type === "MemberExpression")
    return (callee.object as Node).name === "vi" || calledName(callee).startsWith("setDefault");
  return callee?.name !== "each";
}

/** Time limits among the arguments of a call, in milliseconds. */
function limitsOf(call: Node): number[] {
  const given = call.arguments as Node[];
  const last = given.at(-1);
  const limits = given.flatMap((argument) =>
    ((argument.properties ?? []) as { key?: Node; value?: Node }[]).flatMap(({ key, value }) =>
      /^(test|hook)?timeout$/i.test(String(key?.name)) && typeof value?.value === "number" ? value.value : [],
    ),
  );
  return typeof last?.value === "number" && endsWithLimit(call) ? [...limits, last.value] : limits;
}

function visitCalls(node: unknown, found: (call: Node, name: string) => void): void {
  if (Array.isArray(node)) for (const one of node) visitCalls(one, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  if ((node as Node).type === "CallExpression")
    found(node as Node, calledName((node as Node).callee as Node));
  for (const child of Object.values(node)) visitCalls(child, found);
}

test("time limits are for what hangs: none is shorter than a slow machine needs", () => {
  const faults = FILES.flatMap((file) => {
    const code = readFileSync(file, "utf8");
    const found: string[] = [];
    visitCalls(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }).body, (call, name) => {
      const least = Object.hasOwn(LEAST, name) ? LEAST[name] : undefined;
      if (least === undefined) return;
      const where = `${file}:${code.slice(0, call.start).split("\n").length}`;
      const limits = limitsOf(call);
      for (const limit of limits) if (limit < least) found.push(`${where} ${name}: ${limit}`);
      // Without a limit, Vitest's own waits give up after a second.
      const { object } = call.callee as Node & { object?: Node };
      if (object?.name === "vi" && name.startsWith("wait") && (call.arguments as Node[]).length < 2)
        found.push(`${where} vi.${name} without a limit`);
    });
    return found;
  });
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
