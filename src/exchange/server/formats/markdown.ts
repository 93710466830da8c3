/** Files in Markdown. */
import { setImmediate } from "node:timers/promises";
import { fieldOf, OWN_FACTS } from "#exchange/fields.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  FORMAT_NAME,
  FORMAT_VERSION,
  MOST_READ,
} from "#exchange/format.ts";
import { inputMessages } from "#exchange/input-messages.ts";
import { type HeadProblem, partsOf } from "#exchange/markdown-parts.ts";
import { ignore, type RawFile, type RawPrompt, unreadable } from "./raw-file.ts";

const PROBLEMS: Record<HeadProblem, string> = {
  unreadable: inputMessages.headUnreadable,
  long: inputMessages.headTooLong,
};

/**
 * Lets others have their turn after each prompt.
 * @param text as long as files may be
 * @throws AppError 422 for a file of a later version
 */
export async function readMarkdown(text: string): Promise<RawFile> {
  const file: RawFile = { prompts: [], collection: null, ignored: new Set() };
  for (const { line, head, content } of partsOf(text)) {
    if (content === undefined) readFileHead(file, head as Record<string, unknown>);
    else {
      const raw: RawPrompt = { line, fields: {} };
      if (typeof head === "string") raw.problem = PROBLEMS[head];
      else takeFields(file, raw, head);
      if (content === "") raw.problem ??= inputMessages.contentMissing;
      raw.fields.content = content;
      file.prompts.push(raw);
    }
    if (file.prompts.length > MOST_READ) break;
    await setImmediate();
  }
  return file;
}

function takeFields(file: RawFile, raw: RawPrompt, head: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(head)) {
    const field = fieldOf(name);
    if (field) raw.fields[field] = value;
    else if (!(OWN_FACTS as readonly string[]).includes(name)) ignore(file, name);
  }
}

function readFileHead(file: RawFile, head: Record<string, unknown>): void {
  if (head.format === FORMAT_NAME && Number(head.version) > FORMAT_VERSION)
    throw unreadable(inputMessages.newerVersion);
  if (head.collection) file.collection ??= { title: head.collection, description: head.description ?? null };
}

/** JSON strings are YAML strings: no title breaks out of the head. */
const keyOf = (name: string, value: unknown) => `${name}: ${JSON.stringify(value)}`;

/** A code fence longer than any run of backticks in the text. */
export function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(3, longest + 1));
}

/** Writes a file, a prompt at a time. */
export async function* writeMarkdown(
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
): AsyncGenerator<string> {
  const head = [keyOf("format", FORMAT_NAME), keyOf("version", FORMAT_VERSION)];
  if (collection) head.push(keyOf("collection", collection.title));
  if (collection?.description) head.push(keyOf("description", collection.description));
  yield `---\n${head.join("\n")}\n---\n`;
  for await (const { content, ...fields } of prompts) {
    const keys = Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => keyOf(name, value));
    const fence = fenceFor(content);
    yield `\n---\n${keys.join("\n")}\n---\n\n${fence}prompt\n${content}\n${fence}\n`;
  }
}
