/** Shared by the readers of files: prompts as they stand there, unchecked. */
import { type Field, sortFields } from "#exchange/fields.ts";
import { shownLine } from "#language/text.ts";
import { AppError } from "#platform/http/errors.ts";

export interface RawPrompt {
  /** The file's name, of several. */
  file?: string;
  /** On which it begins, from 1. */
  line: number;
  fields: Partial<Record<Field, unknown>>;
  /** Why it cannot be read. */
  problem?: string;
}

export interface RawFile {
  prompts: RawPrompt[];
  collection: { title: unknown; description: unknown } | null;
  /** Names of what stays behind, in the file's order. */
  ignored: Set<string>;
}

export const emptyFile = (): RawFile => ({ prompts: [], collection: null, ignored: new Set() });

/** Most ignored names that are listed; more are shown as “…”. */
const MOST_IGNORED = 100;

/** Most members of a list that are read: more than any list may have. */
const MOST_MEMBERS = 100;

/** Notes that something stays behind. */
export function ignore(file: RawFile, name: string): void {
  file.ignored.add(file.ignored.size < MOST_IGNORED ? shownLine(name.slice(0, 60)) : "…");
}

/**
 * Adds a prompt by what its head, object or row says.
 * @param fold as `foldName`, for names that come again and again
 */
export function addPrompt(
  file: RawFile,
  line: number,
  entries: Iterable<readonly [string, unknown]>,
  fold?: (name: string) => string,
): RawPrompt {
  const { fields, left } = sortFields(entries, fold);
  // Of more names than are listed, the last one is told as “…”.
  for (const name of left.slice(0, MOST_IGNORED + 1)) ignore(file, name);
  for (const [field, value] of Object.entries(fields))
    fields[field as Field] = bounded(field as Field, value);
  const raw: RawPrompt = { line, fields };
  file.prompts.push(raw);
  return raw;
}

/** Numbers are texts, as other formats have them anyway. */
const asText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** Cuts lists and objects to as many members as are looked at. */
function bounded(field: Field, value: unknown): unknown {
  if (field === "tags") return tagsOf(asText(value));
  if (!isObjectLike(value)) return asText(value);
  if (field === "author") return [value].flat().slice(0, MOST_MEMBERS).map(nameOf);
  return Array.isArray(value) ? value.slice(0, MOST_MEMBERS) : {};
}

/** Tags as notes have them, too: `#ia`, `"ia"`. */
function tagsOf(value: unknown): unknown {
  const given =
    typeof value === "string"
      ? value.split(/[,;]|\s(?=#)/, MOST_MEMBERS).filter((tag) => tag.trim() !== "")
      : value;
  if (!Array.isArray(given)) return isObjectLike(given) ? {} : given;
  return given
    .slice(0, MOST_MEMBERS)
    .map(asText)
    .map((tag) => (typeof tag === "string" ? bareTag(tag) : tag));
}

/** A tag without what stands around it. A regular expression would begin anew at each space within it. */
function bareTag(tag: string): string {
  let start = 0;
  let end = tag.length;
  while (start < end && /[\s"'#]/.test(tag[start] as string)) start++;
  while (end > start && /["'\s]/.test(tag[end - 1] as string)) end--;
  return tag.slice(start, end);
}

const isObjectLike = (value: unknown) => typeof value === "object" && value !== null;

/** Name of an author, who may be given as an object. Only texts and numbers are names: other values may be no text at all. */
function nameOf(author: unknown): string {
  const { name, username, nome } = (isObjectLike(author) ? author : {}) as Record<string, unknown>;
  const named = isObjectLike(author) ? (name ?? username ?? nome) : author;
  return typeof named === "string" || typeof named === "number" ? String(named) : "?";
}

/**
 * Takes from what reading may cost, of all files of an import together: each format counts what it is slow at.
 * @throws AppError 422 `file_too_costly` once there is no more
 */
export type Take = (amount: number, refused: (taken: number) => string) => void;

/** @param most what one format may cost */
export function allowanceOf(most: number): Take {
  let taken = 0;
  return (amount, refused) => {
    taken += amount;
    if (taken > most) throw new AppError(422, "file_too_costly", refused(taken), { field: "text" });
  };
}

export const unreadable = (message: string): AppError =>
  new AppError(422, "file_unreadable", message, { field: "text" });
