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

/** Adds a prompt by what its head, object or row says. */
export function addPrompt(
  file: RawFile,
  line: number,
  entries: Iterable<readonly [string, unknown]>,
): RawPrompt {
  const { fields, left } = sortFields(entries);
  for (const name of left) ignore(file, name);
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
    .map((tag) => (typeof tag === "string" ? tag.replace(/^[\s"'#]+|["'\s]+$/g, "") : tag));
}

const isObjectLike = (value: unknown) => typeof value === "object" && value !== null;

/** Name of an author who is given as an object. */
function nameOf(author: unknown): unknown {
  if (!isObjectLike(author)) return author;
  const { name, username, nome } = author as Record<string, unknown>;
  return name ?? username ?? nome ?? "?";
}

export const unreadable = (message: string): AppError =>
  new AppError(422, "file_unreadable", message, { field: "text" });
