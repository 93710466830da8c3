/** Files as the site writes them, to the letter: other programs read these names. */
import { expect, test } from "vitest";
import { FILE_FORMATS } from "#exchange/format.ts";
import { prompt, write } from "#tests/support/prompt-files.ts";
import { readFile, WRITERS } from "./formats.ts";
import { fenceFor } from "./markdown.ts";

const first = prompt({ tags: ["um", "dois"] });
const second = prompt({
  ...{ title: "Outro", content: "Diga `oi`.", description: "Duas\nlinhas", allow_remixes: false },
  ...{ note: "Boa", author: "Bia", edited_at: "2026-11-25T00:00:00.000Z" },
});
const collection = { title: "Receitas", description: "Da casa" };
const url = "https://site.example/prompts/1";
const made = "2026-11-24T00:00:00.000Z";
const edited = "2026-11-25T00:00:00.000Z";

test("CSV", async () => {
  expect((await write("csv", [first, second])).split("\r\n")).toEqual([
    '\ufeff"content","title","description","tool","tags","allow_remixes","edited_at","created_at","url"',
    `"Escreva um poema sobre o mar.","Um título",,"ChatGPT","um,dois","true",,"${made}","${url}"`,
    `"Diga \`oi\`.","Outro","Duas\nlinhas","ChatGPT",,"false","${edited}","${made}","${url}"`,
    "",
  ]);
  expect((await write("csv", [first, second], collection)).split("\r\n")).toEqual([
    '\ufeff"content","title","description","tool","tags","allow_remixes","note","author","collection","collection_description","edited_at","created_at","url"',
    `"Escreva um poema sobre o mar.","Um título",,"ChatGPT","um,dois","true",,,"Receitas","Da casa",,"${made}","${url}"`,
    `"Diga \`oi\`.","Outro","Duas\nlinhas","ChatGPT",,"false","Boa","Bia","Receitas",,"${edited}","${made}","${url}"`,
    "",
  ]);
  const bare = (await write("csv", [first], { title: "Receitas", description: null })).split("\r\n")[1];
  expect(bare).toContain(`"Receitas",,,"${made}"`);
});

test("Markdown", async () => {
  const head = (fields: string) => `---\nformat: "prompteca"\nversion: 1\n${fields}---\n`;
  const one = `\n---\ntitle: "Um título"\ntool: "ChatGPT"\ntags: ["um","dois"]\nallow_remixes: true\nurl: "${url}"\ncreated_at: "${made}"\n---\n\n\`\`\`prompt\nEscreva um poema sobre o mar.\n\`\`\`\n`;
  expect(await write("md", [first])).toBe(head("") + one);
  const whole = await write("md", [first], collection);
  expect(whole).toBe(head('collection: "Receitas"\ndescription: "Da casa"\n') + one);
});

test.each([
  ["nothing to fence", "```"],
  ["a `word`", "```"],
  ["```\ncode\n```", "````"],
  ["`one` and `````five`````", "``````"],
])("a fence is longer than any in %j", (text, fence) => {
  expect(fenceFor(text)).toBe(fence);
});

test("JSON of no prompts is JSON", async () => {
  expect(JSON.parse(await write("json", []))).toEqual({ format: "prompteca", version: 1, prompts: [] });
});

test.each(FILE_FORMATS)("%s without a collection is read without one", async (format) => {
  expect((await readFile(await write(format, [first]), format)).collection).toBeNull();
});

test("each has its media type", () => {
  expect(FILE_FORMATS.map((format) => WRITERS[format].type)).toEqual([
    "application/json; charset=utf-8",
    "text/csv; charset=utf-8; header=present",
    "text/markdown; charset=utf-8",
  ]);
});
