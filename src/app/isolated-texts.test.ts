/** Texts that people write in any script are set apart wherever code puts them beside other words: no new place forgets it. */
import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/**
 * Names of these texts in code. Usernames and tags have Latin letters alone (accounts/contract.ts,
 * prompts/tag-names.ts); `name` see below.
 */
const WRITTEN = new Set(
  "title label new_label note description explanation reason model searchTerm corrected author quote alt name".split(
    " ",
  ),
);

/** Exceptions by file: the site's own texts, or Latin letters alone, under such a name. */
const OWN: Record<string, string[]> = {
  // An issuer's, as the operator configures it, or its host.
  "src/accounts/server/identities/identities.service.ts": ["namesOf(ctx, issuer).name"],
  "src/accounts/server/mails/asked-mails.ts": ['name.replaceAll(".", "")'],
  "src/accounts/server/mails/dev-mail.routes.ts": ["title"],
  "src/accounts/server/mails/mail-style.ts": ["name"],
  // A title is the whole link of a mail's entry.
  "src/accounts/server/mails/mails.ts": ["ending.label", "escapeHtml(ending.label)", "escapeHtml(title)"],
  "src/moderation/client/cases/case-deadline.tsx": ["label"],
  // An account's name.
  "src/moderation/client/cases/case-row.tsx": ["label"],
  "src/moderation/client/cases/queue-filters.tsx": ["label"],
  "src/admin/client/growth-plots.tsx": ["top.name"],
  // Alone in a span that only screen readers have.
  "src/admin/client/prompt-item.tsx": ["label", "title"],
  "src/admin/client/tags-page.tsx": ["name"],
  "src/app/legal/contact.tsx": ["name"],
  "src/app/pages/author.page.tsx": ["title"],
  "src/app/pages/library.page.tsx": ["list.tag.name"],
  "src/app/pages/prompt.page.tsx": ["llm_type.name"],
  "src/app/pages/tag.page.tsx": ["name"],
  "src/app/server/api-answers.ts": ["name"],
  // Whole attributes, and here a title that is made.
  "src/app/server/document.ts": ["escapeHtml(head.title)", "escapeHtml(title)"],
  "src/app/server/embed/embed-page.ts": ["escapeHtml(alt)", "escapeHtml(llm_type.name)"],
  "src/app/server/embed/embed.routes.ts": ["name"],
  "src/app/server/embed/oembed.routes.ts": ["name"],
  "src/app/server/error-page.ts": ["escapeHtml(title)"],
  "src/collections/client/editor/editable-entry.tsx": ["label"],
  // Stored without marks: the description as a whole is isolated.
  "src/exchange/input-messages.ts": ['author.replace(/@\\S*/g, "")'],
  "src/exchange/server/exchange.routes.ts": ["name"],
  "src/exchange/server/formats/markdown.ts": ["name"],
  "src/mcp/server/prompt-lists.ts": ["llm_type.name"],
  "src/media/server/credit.ts": ["name"],
  "src/members/server/export-contents.ts": ["name"],
  "src/moderation/client/log-page.tsx": ["CATEGORIES[category].label"],
  "src/moderation/client/transparency-page.tsx": ["title"],
  "src/moderation/server/reports/automatic-hiding.ts": ["CATEGORIES[category].label"],
  "src/moderation/server/cases/barred-prompts.ts": ["CATEGORIES[category].label"],
  "src/moderation/server/notices/moderation-mails.ts": ["label", "name"],
  "src/prompts/client/detail/ai-sites.ts": ["site.name"],
  "src/prompts/client/detail/copy.ts": ["author"],
  "src/prompts/client/detail/open-in-tool.tsx": ["site.name"],
  "src/prompts/client/detail/related-prompts.tsx": ["llm_type.name"],
  "src/prompts/client/form/draft-store.ts": ["name"],
  "src/prompts/client/form/found/find-prompt.ts": ["name"],
  "src/prompts/client/form/found/found-prompt.ts": ["name"],
  "src/library/client/filter-bar.tsx": ["name"],
  // Alone in a span that only screen readers have.
  "src/prompts/client/prompt-card.tsx": ["title"],
  "src/prompts/embed.ts": ["escapeHtml(title)"],
  "src/library/server/discovery.service.ts": ['escapeHtml(image.alt ?? "")', "tag.name", "tool.name"],
  // What a field is called, which programs send back.
  "src/prompts/variables.ts": ["label"],
  "src/ui/bar-plot.tsx": ["name"],
  "src/ui/carousel.tsx": ["slide.label"],
  "src/ui/count-button.tsx": ["label"],
};

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The name of what an expression shows; undefined where a call makes something else of it. */
function nameOf(node: Node): string | undefined {
  const inner = (key: string) => nameOf(node[key] as Node);
  switch (node.type) {
    case "Identifier":
      return node.name as string;
    case "MemberExpression":
      return inner("property");
    case "ChainExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
      return inner("expression");
    case "LogicalExpression":
      return inner("left");
    case "ConditionalExpression":
      return [inner("consequent"), inner("alternate")].find((name) => WRITTEN.has(name ?? ""));
    case "CallExpression": {
      const callee = node.callee as Node;
      // Escaped, cut or changed it is still theirs.
      if (callee.type === "MemberExpression") return nameOf(callee.object as Node);
      const [first] = node.arguments as Node[];
      return callee.name === "escapeHtml" && first ? nameOf(first) : undefined;
    }
    default:
      return undefined;
  }
}

const hasWords = (text: string) => /\p{L}{2}|[“:(]/u.test(text);

/** Texts beside words, in a template or as children of an element. */
function besideWords(node: unknown, found: (shown: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) besideWords(one, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const { type } = node as Node;
  if (type === "TemplateLiteral") {
    const { quasis, expressions } = node as { quasis: { value: { raw: string } }[]; expressions: Node[] };
    if (hasWords(quasis.map(({ value }) => value.raw).join(" "))) expressions.forEach(found);
  }
  if (type === "JSXElement" || type === "JSXFragment") {
    const { children } = node as unknown as { children: (Node & { value?: string; expression?: Node })[] };
    const isBeside = children.some(
      (child) => child.type === "JSXText" && /\p{L}{2}|:/u.test(child.value ?? ""),
    );
    for (const { type: kind, expression } of children)
      if (isBeside && kind === "JSXExpressionContainer" && expression) found(expression);
  }
  for (const value of Object.values(node)) besideWords(value, found);
}

const sources = globSync("src/**/*.{ts,tsx}", {
  exclude: [
    "**/*.test.{ts,tsx}",
    "**/*.queries.ts",
    "src/platform/**",
    "src/app/{dev,programs,operations}/**",
  ],
}).sort();

test("no text in any script stands beside other words as it is", () => {
  expect(sources.length).toBeGreaterThan(400);
  const places = new Map<string, string[]>();
  for (const file of sources) {
    const source = readFileSync(file, "utf8");
    const found = new Set<string>();
    besideWords(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }), (shown) => {
      if (WRITTEN.has(nameOf(shown) ?? "")) found.add(source.slice(shown.start, shown.end));
    });
    if (found.size > 0) places.set(file, [...found].sort());
  }
  expect(Object.fromEntries(places)).toEqual(OWN);
});

/** Components that are nothing but an inline element, whose classes stand where they are used. */
const INLINE = ["Link", "TextLink"];

/** Elements that hold a `<bdi>` themselves, and the beginnings of their sources. */
function holders(node: unknown, source: string, within?: Node): [string, string][] {
  if (Array.isArray(node)) return node.flatMap((one) => holders(one, source, within));
  if (typeof node !== "object" || node === null) return [];
  const { type, openingElement } = node as Node & { openingElement?: Node & { name: { name?: string } } };
  const found: [string, string][] = [];
  if (type === "JSXElement" && openingElement?.name.name === "bdi" && within) {
    const { start, end, name } = within as Node & { name: { name?: string } };
    found.push([name.name ?? "", source.slice(start, end)]);
  }
  const holder = type === "JSXElement" ? openingElement : within;
  return found.concat(Object.values(node).flatMap((value) => holders(value, source, holder)));
}

test("a text that is set apart stands in an element that keeps it in the line: flex and grid make boxes of it", () => {
  const all = sources
    .filter((file) => file.endsWith("x"))
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return holders(parseAst(source, { lang: "tsx" }), source).map(([name, tag]) => ({ file, name, tag }));
    });
  expect(all.length).toBeGreaterThan(15);
  const torn = all.filter(
    ({ name, tag }) => !(/^[a-z]/.test(name) || INLINE.includes(name)) || /flex|grid/.test(tag),
  );
  expect(torn).toEqual([]);
});
