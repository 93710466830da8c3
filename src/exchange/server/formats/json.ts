/** Files in JSON. */
import { fieldOf, OWN_FACTS } from "#exchange/fields.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  FORMAT_NAME,
  FORMAT_VERSION,
  MOST_READ,
} from "#exchange/format.ts";
import { badJson, inputMessages, jsonWithoutPrompts } from "#exchange/input-messages.ts";
import { ignore, type RawFile, type RawPrompt, unreadable } from "./raw-file.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What `V8` says of a syntax error names its line. */
const lineOf = (error: unknown) => Number(/line (\d+)/.exec(String(error))?.[1]) || undefined;

/**
 * @param written as long as files may be
 * @throws AppError 422 for what is no JSON, or has no list of prompts
 */
export function readJson(written: string): RawFile {
  const text = written.replace(/^\ufeff/, "");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw unreadable(badJson(lineOf(error)));
  }
  const isList = Array.isArray(parsed);
  const items = isList ? parsed : isObject(parsed) ? parsed.prompts : undefined;
  if (!Array.isArray(items)) throw unreadable(jsonWithoutPrompts);
  // Before there is an object for each.
  if (items.length > MOST_READ) throw unreadable(inputMessages.tooManyRead);
  const root = isObject(parsed) ? parsed : {};
  if (root.format === FORMAT_NAME && typeof root.version === "number" && root.version > FORMAT_VERSION)
    throw unreadable(inputMessages.newerVersion);
  const { collection } = root;
  const file: RawFile = {
    prompts: [],
    collection: isObject(collection)
      ? { title: collection.title, description: collection.description }
      : null,
    ignored: new Set(),
  };
  const lines = linesOfItems(text, isList);
  file.prompts = items.map((item, index) => toRaw(file, item, lines[index] ?? 1));
  return file;
}

function toRaw(file: RawFile, item: unknown, line: number): RawPrompt {
  if (!isObject(item)) return { line, fields: {}, problem: inputMessages.itemInvalid };
  const raw: RawPrompt = { line, fields: {} };
  for (const [name, value] of Object.entries(item)) {
    const field = fieldOf(name);
    if (field) raw.fields[field] = value;
    else if (!(OWN_FACTS as readonly string[]).includes(name)) ignore(file, name);
  }
  return raw;
}

/**
 * The lines on which the items of the list begin: the text is known to be JSON, so that one pass tells strings and depth.
 * @param isList whether the list is the whole file; otherwise it is that of the last key `prompts`, as for the parser
 */
function linesOfItems(text: string, isList: boolean): number[] {
  const depthOfList = isList ? 1 : 2;
  let lines: number[] = [];
  let line = 1;
  let depth = 0;
  let key = "";
  /** Whether what comes next at the list's depth is an item. */
  let isNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "\n") line++;
    if (character <= " ") continue;
    const inList = depth === depthOfList && (isList || key === "prompts");
    if (inList && isNext && character !== "]") {
      lines.push(line);
      isNext = false;
    }
    if (character === '"') {
      const start = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      if (depth === 1 && !isList) key = keyAt(text, start, at) ?? key;
    } else if (character === "[" || character === "{") {
      depth++;
      if (character === "[" && depth === depthOfList && (isList || key === "prompts")) {
        lines = [];
        isNext = true;
      }
    } else if (character === "]" || character === "}") depth--;
    else if (character === "," && inList) isNext = true;
  }
  return lines;
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
