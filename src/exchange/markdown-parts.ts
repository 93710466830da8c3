/**
 * Prompts in Markdown, any number of them in a file: each has a head, in YAML between two lines `---` or in TOML between two
 * lines `+++`, and its text below, in a fence longer than any in it or as it is. The site's imports and the command line read
 * them by this; what it takes is bound by the length of the text.
 */
import { parse as parseToml } from "smol-toml";
import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import { fieldOf, foldName } from "./fields.ts";

/** Characters of a head: the longest description, spelled out in escapes. */
const MOST_OF_HEAD = 10_000;
/** Levels of a head: a list in a key. The library composes nested values by recursion. */
const DEEPEST = 3;
/** Marks, texts and spaces of a head, of which a key has some five: the library takes up to 20 microseconds for each. */
const MOST_TOKENS = 250;
const FENCE = /^(`{3,})(prompt|text)[ \t]*$/;
/** Any fence of Markdown: its contents are text, not heads. */
const ANY_FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** How keys begin a line of a head. */
const KEYS: Record<Mark, RegExp> = {
  "---": /^["']?([\p{L}_][\p{L}\p{N}_ -]{0,60})["']?[ \t]*:(?:\s|$)/u,
  "+++": /^["']?([\p{L}_][\p{L}\p{N}_ -]{0,60})["']?[ \t]*=/u,
};
/** Lines that may stand in a head besides keys: values of a key, members of a list, comments, TOML's tables. */
const OF_HEAD = /^(?:[ \t]+\S|- |#|\[|\]|\}|$)/;
/** Lines of the copy of all that is one's own before the text: the longest description. */
const MOST_BEFORE_COPY = 1100;

type Mark = "---" | "+++";

/** Why a head cannot be read. */
export type HeadProblem = "unreadable" | "long";

export interface MarkdownPart {
  /** On which it begins, from 1. */
  line: number;
  /** Its keys; or why they cannot be read. Undefined for text without a head, with which a file may begin. */
  head: Record<string, unknown> | HeadProblem | undefined;
  /** Undefined below the head of a whole file, which can be read. */
  content: string | undefined;
}

/** A head within the lines, from its first mark to its last. */
interface HeadLines {
  mark: Mark;
  start: number;
  end: number;
}

/** @param ascending numbers @returns how many of them are below another */
export function countBelow(ascending: readonly number[], other: number): number {
  let low = 0;
  for (let high = ascending.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < other) low = middle + 1;
    else high = middle;
  }
  return low;
}

const endOf = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);
const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";

function markOf(line: string | undefined): Mark | undefined {
  const text = line?.length && line.length < 100 ? line.trimEnd() : "";
  return text === "---" || text === "+++" ? text : undefined;
}

/** Lines of a file with searches among them; each line is read a few times at most. */
class Lines {
  readonly all: string[];
  /** Where lines of nothing but backticks stand, by the line. */
  private readonly closings = new Map<string, number[]>();
  private readonly behind = new Map<number, HeadLines | "text" | "nothing">();

  constructor(text: string) {
    this.all = text.replace(/^\ufeff/, "").split("\n");
    for (const [at, line] of this.all.entries()) {
      if (!line.startsWith("```")) continue;
      const fence = endOf(line);
      if (fence !== "`".repeat(fence.length)) continue;
      const same = this.closings.get(fence);
      if (same) same.push(at);
      else this.closings.set(fence, [at]);
    }
  }

  /** The first line from one on that is not blank. */
  skipBlank(at: number): number {
    while (at < this.all.length && isBlank(this.all[at])) at++;
    return at;
  }

  text(start: number, end: number): string {
    return this.all.slice(start, end).join("\n");
  }

  /** The head that is marked at a line, whatever its lines are. */
  marked(start: number): HeadLines | undefined {
    const mark = markOf(this.all[start]);
    if (!mark) return undefined;
    let end = start + 1;
    while (end < this.all.length && markOf(this.all[end]) !== mark) end++;
    return end < this.all.length ? { mark, start, end } : undefined;
  }

  /**
   * The head that is marked at a line, if it has keys alone.
   * @param isAmongTexts whether they must be those of a prompt
   */
  head(start: number, isAmongTexts: boolean): HeadLines | undefined {
    const mark = markOf(this.all[start]);
    if (!mark) return undefined;
    const keys = new Set<string>();
    let length = 0;
    for (let at = start + 1; at < this.all.length; at++) {
      const line = endOf(this.all[at] as string);
      const isHead = keys.size > 0 && (!isAmongTexts || isOfPrompt(keys));
      if (markOf(line) === mark) return isHead ? { mark, start, end: at } : undefined;
      // It is refused for its length: what is behind tells no more of it than its end.
      length += line.length + 1;
      const isLong = length > MOST_OF_HEAD;
      if (isLong && !isHead) return undefined;
      const [, key] = KEYS[mark].exec(line) ?? [];
      if (key !== undefined) {
        if (!isLong) keys.add(foldName(key));
      } else if (!OF_HEAD.test(line)) return undefined;
    }
    return undefined;
  }

  /** The line that closes a fence. */
  closing(fence: string, from: number): number | undefined {
    const lines = this.closings.get(fence) ?? [];
    return lines[countBelow(lines, from)];
  }

  /** Kind of the lines after the one that closes a fence. */
  behindFence(end: number): HeadLines | "text" | "nothing" {
    const known = this.behind.get(end);
    if (known) return known;
    const after = this.skipBlank(end + 1);
    const found = after >= this.all.length ? "nothing" : (this.head(after, false) ?? "text");
    this.behind.set(end, found);
    return found;
  }
}

/** A text may have lines such as `Nome: [nome]` between rules. */
const isOfPrompt = (keys: ReadonlySet<string>) =>
  ["title", "titulo", "act"].some((name) => keys.has(name)) ||
  (["name", "nome"].some((name) => keys.has(name)) &&
    ["description", "descricao"].some((name) => keys.has(name)));

/** The parts of a file, in its order. */
export function* partsOf(text: string): Generator<MarkdownPart> {
  const lines = new Lines(text);
  const first = lines.skipBlank(0);
  let next = lines.marked(first);
  if (!next) {
    const body = readBody(lines, first);
    if (body.content !== "") yield { line: first + 1, head: undefined, content: body.content };
    next = body.next;
  }
  while (next) {
    const { mark, start, end } = next;
    const head = readHead(
      lines.all
        .slice(start + 1, end)
        .map(endOf)
        .join("\n"),
      mark,
    );
    const below = end + 1;
    if (isOfFile(head)) {
      yield { line: start + 1, head, content: undefined };
      const after = lines.skipBlank(below);
      next = lines.marked(after);
      if (next || after >= lines.all.length) continue;
      const body = readBody(lines, after);
      yield { line: after + 1, head: undefined, content: body.content };
      next = body.next;
    } else {
      const body = isCopy(head) ? readCopy(lines, below) : readBody(lines, below);
      const { description } = body;
      yield {
        line: start + 1,
        head:
          typeof head === "object" && description ? Object.assign(head, { descricao: description }) : head,
        content: body.content,
      };
      next = body.next;
    }
  }
}

/** The head of a whole file describes the file, and has no title. */
const isOfFile = (head: MarkdownPart["head"]) =>
  typeof head === "object" &&
  ("format" in head || "collection" in head) &&
  !Object.keys(head).some((name) => fieldOf(name) === "title");

interface Body {
  content: string;
  /** The head behind it. */
  next?: HeadLines | undefined;
  /** Only in exports of a user's data. */
  description?: string;
}

/**
 * The text below a head, up to the next one. A fence around all of it is dropped; a fence with something beside it is
 * kept.
 * @param start the first line below the head
 */
function readBody(lines: Lines, start: number): Body {
  const first = lines.skipBlank(start);
  return readFenced(lines, first) ?? readPlain(lines, first);
}

function readFenced(lines: Lines, first: number): Body | undefined {
  const [, fence] = FENCE.exec(endOf(lines.all[first] ?? "")) ?? [];
  const end = fence && lines.closing(fence, first + 1);
  if (!end) return undefined;
  const behind = lines.behindFence(end);
  if (behind === "text") return undefined;
  return { content: lines.text(first + 1, end), next: behind === "nothing" ? undefined : behind };
}

function readPlain(lines: Lines, first: number): Body {
  /** Opening of the fence around the current lines. */
  let open = "";
  for (let at = first; at < lines.all.length; at++) {
    const line = lines.all[at] as string;
    const [, fence] = ANY_FENCE.exec(line) ?? [];
    if (open === "") {
      const next = at === first || isBlank(lines.all[at - 1]) ? lines.head(at, true) : undefined;
      if (next) return { content: trimmed(lines, first, at), next };
      if (fence) open = fence;
    } else if (fence?.startsWith(open) && isBlank(line.replace(/[`~]+/, ""))) open = "";
  }
  return { content: trimmed(lines, first, lines.all.length) };
}

/** Without the blank lines at the end. */
function trimmed(lines: Lines, first: number, end: number): string {
  let last = end;
  while (last > first && isBlank(lines.all[last - 1])) last--;
  return endOf(lines.text(first, last));
}

/** Whether a head is of the copy of all that is one's own. */
const isCopy = (head: MarkdownPart["head"]) =>
  typeof head === "object" && ["id", "titulo", "ferramenta"].every((name) => name in head);

/** In that copy, title, description and picture stand before the text, which is the fence behind the picture. */
function readCopy(lines: Lines, start: number): Body {
  const before = lines.all.slice(start, start + MOST_BEFORE_COPY);
  const picture = before.findIndex((line) => line.startsWith("![") && line.trimEnd().endsWith(")"));
  const fenced = picture < 0 ? undefined : readFenced(lines, lines.skipBlank(start + picture + 1));
  if (!fenced) return readBody(lines, start);
  // Below the title.
  const description = lines.text(lines.skipBlank(start) + 1, start + picture).trim();
  return { ...fenced, description };
}

/** @returns its keys, whose values are texts, lists or maps; or why it cannot be read */
function readHead(text: string, mark: Mark): Record<string, unknown> | HeadProblem {
  if (text.length > MOST_OF_HEAD) return "long";
  if (text.trim() === "") return {};
  return (
    (mark === "---" ? (readYamlHead(text) ?? readYamlHead(quotePlain(text))) : readTomlHead(text)) ??
    "unreadable"
  );
}

function readYamlHead(text: string): Record<string, unknown> | undefined {
  const [document, ...others] = readYamlDocuments(text, MOST_TOKENS, DEEPEST) ?? [];
  return others.length === 0 && document ? toMap(plainValue(document)) : undefined;
}

/** Skills, agents and rules have plain texts such as `a: b` and `*.ts`, which their own programs read as texts. */
const quotePlain = (text: string): string =>
  text.replace(
    /^([\w-]+): +((?!\*\w)[^\s"'|>[\]{}&!#-].*)$/gm,
    (_, key, value) => `${key}: ${JSON.stringify(value)}`,
  );

function readTomlHead(text: string): Record<string, unknown> | undefined {
  try {
    return toMap(parseToml(text, { maxDepth: DEEPEST + 1 }));
  } catch {
    return undefined;
  }
}

/** Without a prototype: the keys come from outside. */
function toMap(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.assign(Object.create(null), value);
}

/**
 * Reads YAML without what can do harm: aliases, deep nesting, more tokens than are worth their time.
 * @returns undefined for what cannot be read
 */
export function readYamlDocuments(
  text: string,
  mostTokens: number,
  deepest: number,
): Document.Parsed[] | undefined {
  try {
    if (hasTooManyTokens(text, mostTokens)) return undefined;
    const tokens = [...new Parser().parse(text)];
    if (tokens.some((token) => isTooDeep(token, deepest))) return undefined;
    // With this schema all scalars are texts: no numbers, dates or merges.
    const composer = new Composer({ schema: "failsafe", uniqueKeys: true, logLevel: "silent" });
    const documents = [...composer.compose(tokens)];
    return documents.every(({ errors }) => errors.length === 0) ? documents : undefined;
  } catch {
    return undefined;
  }
}

/** An alias is refused: a few of them spell out more than memory holds. */
export function plainValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

function hasTooManyTokens(text: string, most: number): boolean {
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > most) return true;
  return false;
}

/** Whether a parsed token is nested too deep: looked up without recursion. */
function isTooDeep(token: CST.Token, deepest: number): boolean {
  const open: { token: CST.Token | null | undefined; depth: number }[] = [{ token, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { token: inner, depth } = next;
    if (!inner) continue;
    if (depth > deepest) return true;
    if (inner.type === "document") open.push({ token: inner.value, depth });
    else if ("items" in inner)
      for (const item of inner.items)
        open.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 });
  }
  return false;
}
