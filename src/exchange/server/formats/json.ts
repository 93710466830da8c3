/** Files in JSON. */
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  FORMAT_NAME,
  FORMAT_VERSION,
  MOST_READ,
} from "#exchange/format.ts";
import { badJson, notMapped, tooManyRead, tooManyValues } from "#exchange/input-messages.ts";
import { hasTooManyValues } from "#platform/http/request-bodies.ts";
import { giveWay } from "#platform/http/text-work.ts";
import { emptyFile, type RawFile, unreadable } from "./raw-file.ts";
import { keysOfLists, takeValue } from "./values.ts";

/** Values of a file: 30 of each prompt. Parsing holds the event loop for as long as there are more. */
const MOST_VALUES = 30 * MOST_READ;

/** `V8` names the line of a syntax error in its message. */
const lineOf = (error: unknown) => Number(/line (\d+)/.exec(String(error))?.[1]) || undefined;

/**
 * Also reads a JSON value a line, as programs write one prompt after the other.
 * @param text as long as files may be
 * @throws AppError 422 for what is no JSON, has no prompts, or more values than are worth their time
 */
export async function readJson(text: string): Promise<RawFile> {
  if (hasTooManyValues(Buffer.from(text), MOST_VALUES)) throw unreadable(tooManyValues(MOST_VALUES));
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const file = await readLines(text);
    if (file) return file;
    throw unreadable(badJson(lineOf(error)));
  }
  const file = emptyFile();
  const keys = keysOfLists(parsed);
  if (keys === undefined) throw unreadable(notMapped("JSON"));
  const lines = Array.isArray(parsed) || keys ? linesOfItems(text, keys) : [lineOfStart(text)];
  await takeValue(file, parsed, keys, (at) => lines[at] ?? 1);
  return file;
}

/** On which a text begins that may have blank lines before it. */
function lineOfStart(text: string): number {
  const start = text.search(/\S/);
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Lines, those without a prompt among them, that are read before others have their turn. */
const LINES_A_TURN = 1000;

/** The lines of a text, one at a time: there may be as many as characters. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
    yield text.slice(start, at);
    start = at + 1;
  }
  yield text.slice(start);
}

/**
 * @returns undefined unless the first line is JSON and there are others
 * @throws AppError 422 for another line that is none
 */
async function readLines(text: string): Promise<RawFile | undefined> {
  const file = emptyFile();
  let isFirst = true;
  let at = -1;
  for (const line of linesOf(text)) {
    at++;
    if (at % LINES_A_TURN === 0) await giveWay();
    if (line.trim() === "") continue;
    if (file.prompts.length > MOST_READ) throw unreadable(tooManyRead());
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      if (isFirst) return undefined;
      throw unreadable(badJson(at + 1));
    }
    if (isFirst && typeof value !== "object") return undefined;
    isFirst = false;
    const number = at + 1;
    await takeValue(file, value, null, () => number);
  }
  return file;
}

/**
 * The lines on which the items of lists begin: the text is known to be JSON, so that one pass tells strings and depth.
 * @param keys of the lists, in the root; null for a list that is the whole file
 */
function linesOfItems(text: string, keys: string[] | null): number[] {
  const depthOfList = keys ? 2 : 1;
  /** By key; of a key that comes twice the last list counts, as for the parser. */
  const lists = new Map<string, number[]>();
  let lines: number[] = [];
  let line = 1;
  let depth = 0;
  let key = "";
  const listed = new Set(keys);
  /** Whether what stands under the current key is a list of prompts. */
  let isListed = !keys;
  /** Whether what comes next at the list's depth is an item. */
  let isNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "\n") line++;
    if (character <= " ") continue;
    const inList = depth === depthOfList && isListed;
    if (inList && isNext && character !== "]") {
      lines.push(line);
      isNext = false;
    }
    if (character === '"') {
      const start = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      const next = depth === 1 && keys ? keyAt(text, start, at) : undefined;
      if (next !== undefined) {
        key = next;
        isListed = listed.has(key);
      }
    } else if (character === "[" || character === "{") {
      depth++;
      if (character === "[" && depth === depthOfList && isListed) {
        lines = [];
        lists.set(key, lines);
        isNext = true;
      }
    } else if (character === "]" || character === "}") depth--;
    else if (character === "," && inList) isNext = true;
  }
  return (keys ?? [""]).flatMap((name) => lists.get(name) ?? []);
}

/** The string between two quotes, if it is a key. */
function keyAt(text: string, start: number, end: number): string | undefined {
  let after = end + 1;
  while (after < text.length && (text[after] as string) <= " ") after++;
  return text[after] === ":" ? JSON.parse(text.slice(start, end + 1)) : undefined;
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll("\n", "\n    ");

/** Writes a file, a prompt at a time. */
export async function* writeJson(
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
): AsyncGenerator<string> {
  const head = { format: FORMAT_NAME, version: FORMAT_VERSION, ...(collection && { collection }) };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "prompts": [`;
  let isFirst = true;
  for await (const prompt of prompts) {
    yield `${isFirst ? "" : ","}\n    ${indented(prompt)}`;
    isFirst = false;
  }
  yield isFirst ? "]\n}\n" : "\n  ]\n}\n";
}
