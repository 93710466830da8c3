/**
 * Files in Markdown, with any number of prompts: each has a head in YAML between two lines `---` and its text in a fence, longer
 * than any in it. A single prompt may stand without the fence: its text is then the rest of the file.
 */
import { setImmediate } from "node:timers/promises";
import { Composer, type CST, Lexer, Parser } from "yaml";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  FORMAT_NAME,
  FORMAT_VERSION,
  MOST_READ,
} from "#exchange/format.ts";
import { inputMessages } from "#exchange/input-messages.ts";
import { fieldOf, ignore, OWN_FACTS, type RawFile, type RawPrompt, unreadable } from "./raw-file.ts";

/** Characters of a head: the longest description, spelled out in escapes. */
const MOST_OF_HEAD = 10_000;
/** Levels of a head: a list in a key. The library composes what is nested by recursion. */
const DEEPEST = 3;
/** Marks, texts and spaces of a head, of which a key has some five: the library takes up to 20 microseconds for each. */
const MOST_TOKENS = 500;
const FENCE = /^(`{3,})(prompt|text)[ \t]*$/;

const isRule = (line: string | undefined) => line === "---";
const endOf = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);

/**
 * Lets others have their turn after each prompt.
 * @param text as long as files may be
 * @throws AppError 422 for a file of a later version
 */
export async function readMarkdown(text: string): Promise<RawFile> {
  const file: RawFile = { prompts: [], collection: null, ignored: new Set() };
  const lines = text.replace(/^\ufeff/, "").split("\n");
  for (let at = 0; at < lines.length && file.prompts.length <= MOST_READ; ) {
    if (!isRule(endOf(lines[at] as string))) {
      at++;
      continue;
    }
    at = readPart(file, lines, at);
    await setImmediate();
  }
  return file;
}

/** Reads a head and its text. @param start line of the first rule, from 0 @returns the line after */
function readPart(file: RawFile, lines: string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && !isRule(endOf(lines[end] as string))) end++;
  const raw: RawPrompt = { line: start + 1, fields: {} };
  const head = readHead(
    lines
      .slice(start + 1, end)
      .map(endOf)
      .join("\n"),
  );
  if (typeof head === "string") raw.problem = head;
  else if ("format" in head || "collection" in head) {
    readFileHead(file, head);
    return end + 1;
  } else takeFields(file, raw, head);
  const { content, next } = readContent(lines, end + 1);
  if (content === "") raw.problem ??= inputMessages.contentMissing;
  raw.fields.content = content;
  file.prompts.push(raw);
  return next;
}

function readContent(lines: string[], start: number): { content: string; next: number } {
  let isEmpty = true;
  for (let at = start; at < lines.length; at++) {
    const line = endOf(lines[at] as string);
    const [, fence] = FENCE.exec(line) ?? [];
    if (fence) {
      let end = at + 1;
      while (end < lines.length && endOf(lines[end] as string) !== fence) end++;
      return { content: lines.slice(at + 1, end).join("\n"), next: end + 1 };
    }
    // The next head, behind a text without a fence that is empty.
    if (isRule(line) && isEmpty) return { content: "", next: at };
    isEmpty &&= line.trim() === "";
  }
  return { content: lines.slice(start).join("\n"), next: lines.length };
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

/** @returns its keys, whose values are texts or lists of texts; or why it cannot be read */
function readHead(text: string): Record<string, unknown> | string {
  if (text.length > MOST_OF_HEAD) return inputMessages.headTooLong;
  try {
    if (hasTooManyTokens(text)) return inputMessages.headUnreadable;
    const tokens = [...new Parser().parse(text)];
    if (tokens.some(isTooDeep)) return inputMessages.headUnreadable;
    // Of this schema all scalars are texts: no numbers, dates or merges.
    const composed = [
      ...new Composer({ schema: "failsafe", uniqueKeys: true, logLevel: "silent" }).compose(tokens),
    ];
    const [document] = composed;
    if (!document || composed.length > 1 || document.errors.length > 0) return inputMessages.headUnreadable;
    // An alias is refused: a few of them spell out more than memory holds.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return inputMessages.headUnreadable;
    return Object.assign(Object.create(null), value);
  } catch {
    return inputMessages.headUnreadable;
  }
}

function hasTooManyTokens(text: string): boolean {
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > MOST_TOKENS) return true;
  return false;
}

/** Whether a parsed token is nested too deep: looked up without recursion. */
function isTooDeep(token: CST.Token): boolean {
  const open: { token: CST.Token | null | undefined; depth: number }[] = [{ token, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { token: inner, depth } = next;
    if (!inner) continue;
    if (depth > DEEPEST) return true;
    if (inner.type === "document") open.push({ token: inner.value, depth });
    else if ("items" in inner)
      for (const item of inner.items)
        open.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 });
  }
  return false;
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
