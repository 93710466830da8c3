/** Files in Markdown: what people bring, and heads made to do harm. */
import { expect, test } from "vitest";
import { taken } from "#tests/support/prompt-files.ts";
import { readFile } from "./formats.ts";

test("reads a single prompt without a fence, and the copy of all that is one's own", async () => {
  const alone =
    "---\r\ntitle: Um título\r\ntags: [a b, c1]\r\n---\r\nEscreva:\r\n---\r\n```js\r\n1\r\n```\r\n";
  expect((await taken(alone))[0]).toMatchObject({ line: 1, tags: ["a b", "c1"] });
  expect((await taken(alone))[0]?.fields?.content).toBe("Escreva:\n---\n```js\n1\n```");
  const copy =
    '---\nid: 3\ntitulo: "Um título"\nferramenta: "Claude"\n---\n\n# Um título\n\nPara a praia.\n\n- E a serra.\n\n![x](y)\n\n```text\nEscreva um poema.\n```\n';
  expect((await taken(copy))[0]).toMatchObject({ title: "Um título", tool: "Claude" });
  expect((await taken(copy))[0]?.fields).toMatchObject({
    content: "Escreva um poema.",
    description: "Para a praia.\n\n- E a serra.",
  });
});

test.each([
  ["an alias", "a: &a [1]\nb: *a"],
  ["a billion laughs", "a: &a [x,x]\nb: &b [*a,*a]\ntitle: *b"],
  ["a tag", "title: !!js/function 'x'\ncontent: {a: {b: {c: {d: e}}}}"],
  ["what is nested", `title: ${"[".repeat(2000)}${"]".repeat(2000)}`],
  ["sequences in sequences", "- ".repeat(3000)],
  ["questions", "? ".repeat(3000)],
  ["hundreds of texts", `title: a\ntags: [${"a,".repeat(400)}]`],
  ["a key twice", "title: a\ntitle: b"],
  ["two documents", "title: a\n...\nb: c"],
  ["no map", "title"],
])("refuses %s in a head", async (_, head) => {
  const [first] = await taken(`---\n${head}\n---\n\n\`\`\`prompt\nEscreva um poema.\n\`\`\`\n`);
  expect(first?.reasons.map(({ message }) => message).join()).toMatch(/cabeçalho/);
});

test("a text of nothing but rules is read in one pass", async () => {
  expect((await taken(`---\ntitle: a\n---\nb\n${"---\n".repeat(240_000)}`))[0]?.fields).toBeNull();
});

test("others have their turn between two prompts", async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  await readFile("---\ntitle: a\n---\n```text\nb\n```\n".repeat(50), "md");
  clearImmediate(next);
  expect(turns).toBeGreaterThan(48);
});

test("a long head is refused, and a prompt without its text", async () => {
  const [long, empty] = await taken(
    `---\ntitle: ${"a".repeat(11_000)}\n---\n\`\`\`prompt\nEscreva um poema.\n\`\`\`\n---\ntitle: Um título\n---\n`,
  );
  expect(long?.reasons[0]?.message).toMatch(/longo demais/);
  expect(empty?.reasons[0]?.message).toBe("Falta o texto do prompt");
});
