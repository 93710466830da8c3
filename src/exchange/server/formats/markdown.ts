/** Files in Markdown. */
import { fieldOf } from "#exchange/fields.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  FORMAT_NAME,
  FORMAT_VERSION,
  MOST_READ,
} from "#exchange/format.ts";
import { inputMessages, tooManyLines, tooManyRead } from "#exchange/input-messages.ts";
import { type HeadProblem, partsOf } from "#exchange/markdown-parts.ts";
import { giveWay } from "#platform/http/text-work.ts";
import { addPrompt, emptyFile, ignore, type RawFile, type Take, unreadable } from "./raw-file.ts";

/** Lines of all files, 80 of each prompt: reading holds the event loop for up to a microsecond each. */
export const MOST_LINES = 80 * MOST_READ;
/** Words of one text that are taken for tags; more than a prompt may have. */
const MOST_WORDS = 50;
/** Behind them the text begins; spaces before it in its line are its own. */
const BLANK_LINES = /^[ \t\r\n]*\n/;

const PROBLEMS: Record<HeadProblem, string> = {
  unreadable: inputMessages.headUnreadable,
  long: inputMessages.headTooLong,
};

/**
 * Lets others have their turn after each prompt.
 * @param text as long as files may be
 * @throws AppError 422 for a file of a later version, of text alone, or of more lines than are worth their time
 */
export async function readMarkdown(text: string, take: Take): Promise<RawFile> {
  take(countLines(text), () => tooManyLines("Markdown", MOST_LINES));
  const file = emptyFile();
  let headless: { line: number; content: string } | undefined;
  for (const { line, head, content } of partsOf(text)) {
    if (content === undefined) readFileHead(file, head as Record<string, unknown>);
    else if (head === undefined) headless ??= { line, content };
    else takePrompt(file, line, head, content);
    if (file.prompts.length > MOST_READ) throw unreadable(tooManyRead());
    await giveWay();
  }
  if (headless && file.prompts.length > 0) ignore(file, inputMessages.beforeHeads);
  else if (headless) takeHeadless(file, headless.line, headless.content);
  return file;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function takePrompt(
  file: RawFile,
  line: number,
  head: Record<string, unknown> | HeadProblem,
  content: string,
): void {
  const entries = typeof head === "string" ? [] : Object.entries(head);
  const raw = addPrompt(
    file,
    line,
    entries.map(([name, value]) => [name, fieldOf(name) === "tags" ? wordsOf(value) : value]),
  );
  if (content !== "") {
    if (raw.fields.content !== undefined) ignore(file, inputMessages.textInHead);
    raw.fields.content = content;
  }
  if (typeof head === "string") raw.problem = PROBLEMS[head];
  else if (raw.fields.content === undefined) raw.problem = inputMessages.contentMissing;
}

/** Blogs separate tags by spaces. */
const wordsOf = (tags: unknown) =>
  typeof tags === "string" && !/[,;]/.test(tags) ? tags.split(/\s+/, MOST_WORDS) : tags;

/** Text alone is a prompt, if a heading names it. */
function takeHeadless(file: RawFile, line: number, content: string): void {
  const [heading, title] = /^#[ \t]+([^\n]*)(?:\n|$)/.exec(content) ?? [];
  if (heading === undefined)
    file.prompts.push({ line, fields: { content }, problem: inputMessages.headMissing });
  else
    file.prompts.push({
      line,
      fields: { title, content: content.slice(heading.length).replace(BLANK_LINES, "") },
    });
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
