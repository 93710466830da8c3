/**
 * Prompts in Markdown, any number of them in a file: each has a head in YAML between two lines `---` and its text in a fence,
 * longer than any in it. A single prompt may stand without the fence: its text is then the rest of the file. The site's imports
 * and the command line read them by this; what it takes is bound by the length of the text.
 */
import { Composer, type CST, Lexer, Parser } from "yaml";

/** Characters of a head: the longest description, spelled out in escapes. */
const MOST_OF_HEAD = 10_000;
/** Levels of a head: a list in a key. The library composes what is nested by recursion. */
const DEEPEST = 3;
/** Marks, texts and spaces of a head, of which a key has some five: the library takes up to 20 microseconds for each. */
const MOST_TOKENS = 500;
const FENCE = /^(`{3,})(prompt|text)[ \t]*$/;

/** Why a head cannot be read. */
export type HeadProblem = "unreadable" | "long";

export interface MarkdownPart {
  /** On which its head begins, from 1. */
  line: number;
  /** Its keys, whose values are texts or lists of texts; or why it cannot be read. */
  head: Record<string, unknown> | HeadProblem;
  /** Undefined below the head of a whole file, which can be read. */
  content: string | undefined;
}

const isRule = (line: string | undefined) => line === "---";
const endOf = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);

/** The parts of a file, in its order. */
export function* partsOf(text: string): Generator<MarkdownPart> {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  for (let at = 0; at < lines.length; ) {
    if (!isRule(endOf(lines[at] as string))) {
      at++;
      continue;
    }
    const line = at + 1;
    let end = line;
    while (end < lines.length && !isRule(endOf(lines[end] as string))) end++;
    const head = readHead(lines.slice(line, end).map(endOf).join("\n"));
    const isOfFile = typeof head !== "string" && ("format" in head || "collection" in head);
    const { content, next } = isOfFile ? { content: undefined, next: end + 1 } : readContent(lines, end + 1);
    yield { line, head, content };
    at = next;
  }
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

/** @returns its keys, whose values are texts or lists of texts; or why it cannot be read */
function readHead(text: string): Record<string, unknown> | HeadProblem {
  if (text.length > MOST_OF_HEAD) return "long";
  try {
    if (hasTooManyTokens(text)) return "unreadable";
    const tokens = [...new Parser().parse(text)];
    if (tokens.some(isTooDeep)) return "unreadable";
    // Of this schema all scalars are texts: no numbers, dates or merges.
    const composed = [
      ...new Composer({ schema: "failsafe", uniqueKeys: true, logLevel: "silent" }).compose(tokens),
    ];
    const [document] = composed;
    if (!document || composed.length > 1 || document.errors.length > 0) return "unreadable";
    // An alias is refused: a few of them spell out more than memory holds.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "unreadable";
    return Object.assign(Object.create(null), value);
  } catch {
    return "unreadable";
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
