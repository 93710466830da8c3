/** Files of prompts, for tests of the formats: written ones, and the prompts that an import would take. */
import fc from "fast-check";
import type { ExchangedPrompt, FileFormat, ReadFormat, Separator } from "#exchange/format.ts";
import { checkPrompt } from "#exchange/server/checked.ts";
import { readFile, WRITERS } from "#exchange/server/formats/formats.ts";
import type { Turn } from "#platform/http/text-work.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";

export const prompt = (fields: Partial<ExchangedPrompt> = {}): ExchangedPrompt => ({
  title: "Um título",
  content: "Escreva um poema sobre o mar.",
  description: null,
  tool: "ChatGPT",
  tags: [],
  allow_remixes: true,
  url: "https://site.example/prompts/1",
  created_at: "2026-11-24T00:00:00.000Z",
  edited_at: null,
  ...fields,
});

async function* all<T>(items: T[]) {
  yield* items;
}

export async function write(
  format: FileFormat,
  prompts: ExchangedPrompt[],
  collection: { title: string; description: string | null } | null = null,
  separator?: Separator,
): Promise<string> {
  let text = "";
  for await (const part of WRITERS[format].write(all(prompts), collection, separator)) text += part;
  return text;
}

/** The prompts that an import would take, each with its line. */
export async function taken(text: string, format?: ReadFormat) {
  const file = await readFile(text, format);
  return file.prompts.map((raw, at) => checkPrompt(raw, at + 1, { defaultTool: 1, viewerName: "Ana" }));
}

/** Does each piece of work at once. */
export const atOnce: Turn = async (piece) => piece();

/** The message for a text that cannot be read. */
export const fails = (text: string, format?: ReadFormat) =>
  readFile(text, format).then(
    () => "read",
    (error: Error) => error.message,
  );

/** Texts that formats trip over: quotes, fences, rules, formulas, separators of all kinds. */
export const awkward = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ..."'\"`=+-@;,\t\n:#&*!|>%[]{}\\/~ ".split(""),
        "\r\n",
        "---\n",
        "```prompt\n",
        "````\n",
        "a",
        "é",
        "＝",
        "\u2028",
        "\u00a0",
        "\ufeff",
        "{{nome}}",
        "title: x",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);
const storable = (text: string) => text.trim().replaceAll("\0", "");
const someText = (min: number, max: number) =>
  awkward.map((text) =>
    storable(`${text}${"x".repeat(min)}`)
      .slice(0, max)
      .trim(),
  );
export const anyPrompt: fc.Arbitrary<ExchangedPrompt> = fc
  .record({
    title: someText(3, 60),
    content: someText(10, 100),
    description: fc.option(someText(1, 80)),
    tool: fc.constantFrom(...LLM_TYPES.map(({ name }) => name)),
    tags: fc.subarray(["receitas", "código", "e-mail", "2026"]),
    allow_remixes: fc.boolean(),
    note: fc.option(someText(1, 60)),
  })
  .map((fields) => prompt({ ...fields, author: "Ana" }));
