/** Files in YAML, in which people keep prompts beside their programs: read, never written. */
import { type Document, isMap, isNode, isScalar, isSeq } from "yaml";
import { inputMessages, notMapped, yamlTooLong } from "#exchange/input-messages.ts";
import { countBelow, plainValue, readYamlDocuments } from "#exchange/markdown-parts.ts";
import { emptyFile, type RawFile, type Take, unreadable } from "./raw-file.ts";
import { keysOfLists, takeValue } from "./values.ts";

/** Marks, texts and spaces: some 200 prompts, a quarter of a second in which nothing else runs. */
const MOST_TOKENS = 10_000;
/** Characters of all files together: several are read one after the other. */
export const MOST_OF_YAML = 500_000;
/** A list of tags, in a prompt, in a list, in a key, and what metadata people add. */
const DEEPEST = 6;

/** Tells by how much files are too long together, before any is read. @throws AppError 422 */
export function requireYamlLength(length: number): void {
  if (length > MOST_OF_YAML) throw unreadable(yamlTooLong(length, MOST_OF_YAML));
}

/**
 * @param written as long as files may be
 * @throws AppError 422 for what is no YAML, or has no list of prompts
 */
export async function readYaml(written: string, take: Take): Promise<RawFile> {
  take(written.length, (taken) => yamlTooLong(taken, MOST_OF_YAML));
  const text = written.replaceAll("\r\n", "\n");
  const documents = readYamlDocuments(text, MOST_TOKENS, DEEPEST);
  if (!documents) throw unreadable(inputMessages.badYaml);
  const file = emptyFile();
  const lineAt = lineCounter(text);
  for (const document of documents) {
    const value = plainValue(document);
    if (value === "" || value === null) continue;
    const keys = keysOfLists(value);
    if (keys === undefined) throw unreadable(notMapped("YAML"));
    const starts = startsOf(document, keys);
    await takeValue(file, value, keys, (at) => lineAt(starts[at] ?? 0));
  }
  return file;
}

/** Where the prompts of a document begin, as offsets. */
function startsOf({ contents }: Document.Parsed, keys: string[] | null): number[] {
  const pairs = isMap(contents) ? contents.items : [];
  const values = new Map(pairs.map(({ key, value }) => [isScalar(key) ? key.value : undefined, value]));
  const lists = isMap(contents) && keys ? keys.map((key) => values.get(key)) : [contents];
  const nodes = lists.flatMap((list) => (isSeq(list) ? list.items : [list]));
  return nodes.map((node) => (isNode(node) && node.range?.[0]) || 0);
}

/** @returns the line of an offset, from 1. Offsets come in any order: keys that are numbers come before those written first. */
function lineCounter(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends.push(at);
  return (offset) => 1 + countBelow(ends, offset);
}
