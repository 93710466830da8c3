/** Lists of prompts, objects with such lists, and single prompts, as files in JSON and YAML have them. */
import { sortFields } from "#exchange/fields.ts";
import { FORMAT_NAME, FORMAT_VERSION, MOST_READ } from "#exchange/format.ts";
import { inputMessages, tooManyRead } from "#exchange/input-messages.ts";
import { giveWay } from "#platform/http/text-work.ts";
import { addPrompt, ignore, type RawFile, unreadable } from "./raw-file.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown) => Array.isArray(value) && value.flat(2).some(isObject);

/** Keys that describe the file, not a prompt. */
const OF_FILE = ["format", "version", "collection", "$schema"];

/**
 * Under which keys the prompts of a file stand: “prompts”, or whichever have lists of objects.
 * @returns null for a list, or an object that is a prompt itself; undefined for what has no prompts
 */
export function keysOfLists(root: unknown): string[] | null | undefined {
  if (Array.isArray(root)) return null;
  if (!isObject(root)) return undefined;
  if (Array.isArray(root.prompts)) return ["prompts"];
  const { fields } = sortFields(Object.entries(root));
  if (fields.content !== undefined) return null;
  const keys = Object.keys(root).filter((key) => isListOfObjects(root[key]));
  return keys.length > 0 ? keys : fields.title === undefined ? undefined : null;
}

/** Prompts that are taken before others have their turn. */
export const A_TURN = 20;

/**
 * Takes the prompts of a value; of lists within a list, too.
 * @param keys as `keysOfLists` tells
 * @param lineOf on which the nth prompt of the value begins
 * @throws AppError 422 for a file of a later version
 */
export async function takeValue(
  file: RawFile,
  root: unknown,
  keys: string[] | null,
  lineOf: (at: number) => number,
): Promise<void> {
  if (keys && isObject(root)) takeFileFields(file, root, keys);
  const listed = keys && isObject(root) ? keys.flatMap((key) => root[key] as unknown[]) : [root].flat();
  const items = listed.flatMap((item, at) => [item].flat(2).map((one) => [one, lineOf(at)] as const));
  // Checked before an object is made for each.
  if (items.length > MOST_READ) throw unreadable(tooManyRead(items.length));
  for (const [item, line] of items) {
    if (isObject(item)) addPrompt(file, line, Object.entries(item));
    else file.prompts.push({ line, fields: {}, problem: inputMessages.itemInvalid });
    if (file.prompts.length % A_TURN === 0) await giveWay();
  }
}

function takeFileFields(file: RawFile, root: Record<string, unknown>, keys: string[]): void {
  const { format, version, collection } = root;
  if (format === FORMAT_NAME && Number(version) > FORMAT_VERSION)
    throw unreadable(inputMessages.newerVersion);
  if (isObject(collection))
    file.collection ??= { title: collection.title, description: collection.description };
  else if (typeof collection === "string") file.collection ??= { title: collection, description: null };
  const listed = new Set([...keys, ...OF_FILE]);
  for (const key of Object.keys(root)) if (!listed.has(key)) ignore(file, key);
}
