import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/** A node of the syntax tree. */
interface Node {
  type: string;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

const isFunction = ({ type }: Node) =>
  ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(type);

/** Name of `x`, `this.#x` or `x as T`; undefined for anything else. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return node.name as string;
  if (node.type === "PrivateIdentifier") return `#${node.name}`;
  if (node.type === "MemberExpression" && isNode(node.object) && node.object.type === "ThisExpression") {
    return nameOf(node.property);
  }
  if (node.type === "TSAsExpression" || node.type === "TSNonNullExpression") return nameOf(node.expression);
  return undefined;
}

/** Whether an expression makes something that can grow; WeakMap and WeakSet let go of what nobody else holds. */
function makesCollection(node: unknown): boolean {
  if (!isNode(node)) return false;
  const callee = nameOf(node.callee) ?? "";
  if (node.type === "NewExpression") return /^(Map|Set|Array)$/.test(callee);
  return ["ArrayExpression", "ObjectExpression"].includes(node.type);
}

/** Whether it makes something that lasts: a cache, or counts of callers. */
function makesCache(node: unknown): boolean {
  if (!isNode(node) || (node.type !== "NewExpression" && node.type !== "CallExpression")) return false;
  return /^open\w*Cache$|Cache$|^RateLimiter\w+$/.test(nameOf(node.callee) ?? "");
}

const GROWS = new Set(["set", "add", "push", "unshift", "splice"]);

/** Names of the collections that something inside a node puts things into. */
function grownIn(node: Node, names = new Set<string>()): Set<string> {
  const { type, callee, left } = node;
  const target =
    type === "CallExpression" && isNode(callee) && GROWS.has(nameOf(callee.property) ?? "")
      ? callee.object
      : type === "AssignmentExpression" && isNode(left) && left.computed
        ? left.object
        : undefined;
  const name = nameOf(target);
  if (name) names.add(name);
  for (const child of childrenOf(node)) grownIn(child, names);
  return names;
}

/** Functions directly inside a node, not those inside of these. */
function functionsIn(node: Node): Node[] {
  return childrenOf(node).flatMap((child) => (isFunction(child) ? [child] : functionsIn(child)));
}

/**
 * Collections that outlive the call in which something is put into them: of a module, of an object, or of a function that
 * leaves functions behind which fill them. Some that only a call's own callbacks fill are among them.
 */
function lastingCollections(program: Node): string[] {
  const found = new Set<string>();
  function walk(node: Node, holder: Node) {
    const name = nameOf(node.id) ?? nameOf(node.key) ?? nameOf(node.left);
    const values = [node.init, node.value, node.right];
    if (name && values.some(makesCache)) found.add(name);
    if (name && values.some(makesCollection)) {
      const fillers = holder.type === "ClassBody" || holder === program ? [holder] : functionsIn(holder);
      if (fillers.some((filler) => grownIn(filler).has(name))) found.add(name);
      // An empty collection in an object is filled from anywhere.
      const value = node.value as Node | null;
      const isEmpty = value?.type === "NewExpression" && (value.arguments as Node[]).length === 0;
      if (node.type === "Property" && isEmpty) found.add(name);
    }
    const inner = isFunction(node) ? (node.body as Node) : node.type === "ClassBody" ? node : holder;
    for (const child of childrenOf(node)) walk(child, inner);
  }
  walk(program, program);
  return [...found];
}

/** Each with what keeps it small; a constant by its name. */
const REVIEWED: Record<string, string> = {
  "accounts/client/left-behind.ts listeners": "the parts of the site that keep something in memory",
  "accounts/client/session.ts listeners": "components on the screen",
  "accounts/server/api-keys/last-uses.ts waiting": "MAX_WAITING, written every ten seconds",
  "accounts/server/mails/mail-style.ts classes": "one call",
  "accounts/server/records/access-records.ts alike": "MOST_COUNTED, each for ALIKE_MS",
  "accounts/server/records/access-records.ts waiting":
    "written every second; MAX_UNWRITTEN_RECORDS while the database is away",
  "accounts/server/sessions/access-tokens.ts verified":
    "5000 tokens, of which each is as long as a header may be at most",
  "app/client/use-arrival.ts left": "addresses that one tab has shown",
  "app/operations/move-in/report.ts #kinds": "the headings that the source names, with SHOWN rows each",
  "app/operations/move-in/report.ts #waiting": "200 lines, then they are written",
  "app/routes.ts loaded": "the pages of the site",
  "app/routes.ts loading": "the pages of the site",
  "app/server/open-context.ts ends": "the parts of the site",
  "app/server/open-context.ts responseCache": "what platform/http/response-cache.ts bounds",
  "app/server/page-bundle.ts assets": "the pages of the site",
  "exchange/gathered-files.ts taken": "one call",
  "exchange/markdown-parts.ts behind": "one call",
  "exchange/markdown-parts.ts closings": "one call",
  "exchange/server/formats/raw-file.ts ignored": "one call",
  "exchange/server/imports.service.ts seen": "one call",
  "exchange/server/preview.service.ts seen": "one call",
  "language/letters.ts cache": "MAX_CACHED_CHARACTERS",
  "language/portuguese-inflections.ts forms": "filled from the list of words as the module loads",
  "mcp/server/quoted.ts escapes": "what Unicode calls format characters, and three more",
  "media/server/covers.ts drawn": "COVERS",
  "media/server/shown-pictures.ts fresh": "MOST_KNOWN",
  "media/server/shown-pictures.ts last": "MOST_KNOWN",
  "members/server/export-contents.ts pictures": "one copy of one's data",
  "members/server/export-contents.ts texts": "one copy of one's data",
  "moderation/server/public/public-log.service.ts years": "a hundred years",
  "moderation/server/cases/targets.ts seen": "one call",
  "platform/backup/restore.ts visits": "one command",
  "platform/backup/waiting-jobs.ts queues": "one command",
  "platform/client/browser-storage.ts browser": "the keys that the site's parts name",
  "platform/client/browser-storage.ts tab": "the keys that the site's parts name",
  "platform/client/store.ts subscribers": "components on the screen",
  "platform/database/db.ts names": "MAX_PREPARED_STATEMENTS",
  "platform/http/cache-purges.ts repeats": "one for each PAUSE_MS within REPEAT_MS",
  "platform/http/cache-purges.ts waiting": "MAX_WAITING",
  "platform/http/rate-limits.ts limiter": "MAX_TRACKED_CALLERS and 4096 shared counts",
  "platform/http/representations.ts representations":
    "one for each of three encodings, with the version in its links and without",
  "platform/http/request-bodies.ts taken": "pieces of one body",
  "platform/http/response-cache.ts entries": "maxBytes: TEXTS_BYTES and VALUES_BYTES",
  "platform/http/response-cache.ts known": "MAX_KNOWN_KEYS",
  "platform/http/response-cache.ts large": "LARGE_BYTES",
  "platform/http/response-cache.ts listeners": "the parts of the site",
  "platform/http/response-cache.ts postedReads": "the parts of the site",
  "platform/http/response-cache.ts urls": "MAX_URLS",
  "platform/http/security-headers.ts headers": "the headers that the source names",
  "platform/http/semaphore.ts ends": "the capacity",
  "platform/http/semaphore.ts networks": "callers who hold room at the moment",
  "platform/http/semaphore.ts shares": "callers who hold room at the moment",
  "platform/http/semaphore.ts taken": "the rooms that the source names",
  "platform/queue.ts owners":
    "owners with a task that runs or waits, which are `waiting` and `running` at most",
  "platform/queue.ts queues": "the queues that the source names",
  "platform/queue.ts turns": "some of `owners`",
  "platform/secrets.ts keys": "the purposes that the source names",
  "prompts/server/moved-prompts.service.ts faults": "one call",
  "prompts/variables.ts labels": "one call",
  "library/server/anchors.service.ts lists": "MAX_ANCHORS",
  "prompts/server/views.service.ts waiting":
    "prompts that exist and were seen since the last write, two seconds ago",
  "reactions/client/reaction-queue.ts running": "prompts that somebody has just pressed",
  "reactions/server/write-batching.ts queues":
    "prompts with requests under way, MAX_WAITING_PER_PROMPT for each",
};

test("every lasting collection is listed with its bound", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.|\.d\.ts$/.test(file));
  const found = files.flatMap((file) => {
    const lang = file.endsWith("x") ? "tsx" : "ts";
    const program = parseAst(readFileSync(join(root, file), "utf8"), { lang }) as unknown as Node;
    return lastingCollections(program).map((name) => `${file} ${name}`);
  });
  // A new collection needs its bound here: it must not grow for as long as the process runs.
  expect(found.sort()).toEqual(Object.keys(REVIEWED).sort());
});

test.each(Object.entries(REVIEWED))("%s has its bound: %s", (place, bound) => {
  const source = readFileSync(join(import.meta.dirname, "..", place.split(" ")[0] ?? ""), "utf8");
  for (const [constant] of bound.matchAll(/\b[A-Z]{3,}(?:_[A-Z]+)*\b/g))
    expect(source).toContain(`const ${constant} =`);
});

// No object has one at the moment.
test("finds the collection of an object", () => {
  const source = "class Store { #known = new Set(); read(x) { this.#known.add(x); } }";
  expect(lastingCollections(parseAst(source, { lang: "ts" }) as unknown as Node)).toEqual(["#known"]);
});
