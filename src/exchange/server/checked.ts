/** Checks a file's prompts by the rules of publication, and finds those that are published already. */
import * as z from "zod/mini";
import { itemFields, newCollection } from "#collections/contract.ts";
import { profanityMessages as collectionProfanity } from "#collections/input-messages.ts";
import { NOTE_LENGTH } from "#collections/limits.ts";
import { isNothing } from "#exchange/fields.ts";
import { inputMessages, overBy, unknownTool, writtenBy } from "#exchange/input-messages.ts";
import { foldText } from "#language/fold.ts";
import { lengthOf } from "#language/length.ts";
import { findProfanity } from "#language/profanity.ts";
import { isBlank, withoutHidden } from "#language/visible.ts";
import type { Turn } from "#platform/http/text-work.ts";
import { LLM_TYPES, MOST_TAGS, TEXT_LIMITS } from "#prompts/catalog.ts";
import { newPrompt } from "#prompts/contract.ts";
import { FIELDS, FILE_FIELDS, type FieldKind, type FileField, mask } from "#prompts/fields.ts";
import { profanityMessages } from "#prompts/input-messages.ts";
import { hashOf, type SameText } from "#prompts/server/bulk.service.ts";
import { findTool } from "#prompts/tool-names.ts";
import type { RawFile, RawPrompt } from "./formats/raw-file.ts";

/** Fields of an imported prompt: those of a publication without the picture's. */
const importedFields = z.extend(z.pick(newPrompt, mask(FILE_FIELDS)), {
  allow_remixes: z._default(z.boolean({ error: inputMessages.remixesInvalid }), true),
  note: itemFields.shape.note,
});
export type ImportedFields = z.output<typeof importedFields>;

interface Reason {
  field: string;
  message: string;
}

export interface CheckedPrompt {
  /** In the file, from 1. */
  place: number;
  file: string | null;
  line: number;
  title: string;
  tool: string | null;
  tags: string[];
  author: string | null;
  /** Null when it is refused. */
  fields: ImportedFields | null;
  reasons: Reason[];
}

/** With the hash of its text; empty when it is refused. */
export type HashedPrompt = CheckedPrompt & SameText;

/** Characters shown of what cannot be taken. */
const SHOWN = 120;
const MOST_REASONS = 5;
const MOST_SHOWN_TAGS = 10;

const shownText = (value: unknown): string =>
  typeof value === "string"
    ? withoutHidden(value.trim().slice(0, SHOWN)).toWellFormed().replaceAll("\0", "")
    : "";

const FLAGS: Record<string, boolean> = { true: true, false: false };

const asIs = (value: unknown) => value;
/** A file's value as publication asks for it, by the field's kind; the tool's name is looked up apart. */
const READ: Record<Exclude<FieldKind, "tool">, (value: unknown) => unknown> = {
  line: asIs,
  text: asIs,
  tags: (value) => (isNothing(value) ? [] : value),
  flag(value) {
    if (isNothing(value)) return undefined;
    return typeof value === "string" && Object.hasOwn(FLAGS, value) ? FLAGS[value] : value;
  },
};

/** Whether PostgreSQL can store a text. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

const isMissing = (value: unknown) => isNothing(value) || (typeof value === "string" && isBlank(value));

/** The author that a file names; empty for nobody. */
const shownAuthor = (author: unknown): string =>
  [isNothing(author) ? [] : author]
    .flat()
    .map((name) => (typeof name === "string" || typeof name === "number" ? shownText(String(name)) : "?"))
    .filter(Boolean)
    .join(", ")
    .slice(0, SHOWN);

/** A description that names who wrote the prompt, unless it does. */
function withCredit(description: unknown, author: string): unknown {
  if (isNothing(description)) return writtenBy(author);
  return typeof description !== "string" || description.includes(author)
    ? description
    : `${description}\n\n${writtenBy(author)}`;
}

/** The values in the form that publication takes; those of a wrong type are left for it to refuse. */
function toInput(
  { fields }: RawPrompt,
  { defaultTool, credited }: { defaultTool: number; credited: string | null },
  reasons: Reason[],
): Record<string, unknown> {
  const { tool, note, description } = fields;
  let llm_type_id: unknown = defaultTool;
  if (!isNothing(tool)) {
    const known = typeof tool === "string" ? findTool(tool) : undefined;
    if (!known)
      reasons.push({
        field: "tool",
        message: unknownTool(typeof tool === "string" ? shownText(tool) : typeof tool),
      });
    else llm_type_id = known.id;
  }
  const read = FILE_FIELDS.map((name) => {
    const { kind, file } = FIELDS[name];
    return [name, kind === "tool" ? llm_type_id : READ[kind](fields[file])];
  });
  return {
    ...Object.fromEntries(read),
    note,
    ...(credited && { description: withCredit(description, credited) }),
  };
}

interface AskedCheck {
  /** For a prompt that names none. */
  defaultTool: number;
  /** Name of the viewer, which need not be shown as an author. */
  viewerName: string;
  /** Whether descriptions say who else wrote a prompt. */
  credit?: boolean;
}

/** Checks one prompt, by its lengths first. */
export function checkPrompt(
  raw: RawPrompt,
  place: number,
  { defaultTool, viewerName, credit = false }: AskedCheck,
): CheckedPrompt {
  const reasons: Reason[] = raw.problem ? [{ field: "content", message: raw.problem }] : [];
  const named = shownAuthor(raw.fields.author);
  const author = named && foldText(named) !== foldText(viewerName) ? named : null;
  const input = toInput(raw, { defaultTool, credited: credit ? author : null }, reasons);
  const parsed = importedFields.safeParse(input);
  if (!parsed.success)
    for (const { path, message, code } of parsed.error.issues) {
      const field = String(path[0] ?? "");
      const value = path.reduce(memberOf, input);
      // What is too long is not looked at, and is not missing.
      const isTooBig = code === "too_big";
      const short = !isTooBig && field === "title" && isMissing(value) ? inputMessages.titleMissing : message;
      const sentence = isTooBig ? withCount(field, message, value) : short;
      reasons.push({ field, message: sentence || inputMessages.fieldNotText });
    }
  const fields = parsed.success && reasons.length === 0 ? parsed.data : null;
  if (fields) reasons.push(...refusedWords(fields));
  const tool = LLM_TYPES.find(({ id }) => id === input.llm_type_id)?.name ?? null;
  return {
    place,
    file: raw.file ?? null,
    line: raw.line,
    title: fields?.title ?? shownText(raw.fields.title),
    tool: reasons.some(({ field }) => field === "tool") ? null : tool,
    tags: fields?.tags ?? shownTags(raw.fields.tags),
    author,
    fields: reasons.length === 0 ? fields : null,
    reasons: distinct(reasons).slice(0, MOST_REASONS),
  };
}

const memberOf = (value: unknown, key: PropertyKey): unknown => (value as Record<PropertyKey, unknown>)[key];

/** Limit of each field: characters, or members of its list. */
const MOST: Record<string, number> = { ...TEXT_LIMITS, note: NOTE_LENGTH };

/** Says how far over its limit a field is. */
function withCount(field: string, message: string, value: unknown): string {
  if (Array.isArray(value)) return overBy(message, value.length, MOST_TAGS);
  const most = field === "tags" ? TEXT_LIMITS.tag : MOST[field];
  const count = typeof value === "string" ? lengthOf(value.trim()) : 0;
  // Of spaces alone there is nothing to count.
  return most && count > most ? overBy(message, count, most) : message;
}

/** Why a text may not be published; undefined when it may. */
function wordsRefused(texts: string[], message: string): string | undefined {
  if (!texts.every(isStorable)) return inputMessages.notStorable;
  return texts.some((text) => findProfanity(text).length > 0) ? message : undefined;
}

const WORDED = FILE_FIELDS.filter((field) => field in profanityMessages) as (FileField &
  keyof typeof profanityMessages)[];

function refusedWords(fields: ImportedFields): Reason[] {
  const asked = [
    ...WORDED.map((field) => [field, fields[field], profanityMessages[field]] as const),
    ["note", fields.note, collectionProfanity.note] as const,
  ];
  return asked.flatMap(([field, value, profanity]) => {
    const message = wordsRefused([value ?? ""].flat(), profanity);
    return message ? [{ field, message }] : [];
  });
}

const shownTags = (tags: unknown): string[] =>
  Array.isArray(tags) ? tags.slice(0, MOST_SHOWN_TAGS).map(shownText).filter(Boolean) : [];

/** A list may be refused for many of its members. */
const distinct = (reasons: Reason[]) =>
  reasons.filter(({ message }, at) => reasons.findIndex((other) => other.message === message) === at);

/** Checks prompts of a file, each in a turn of its own. @param places which, from 1 */
export async function checkAll(
  turn: Turn,
  file: RawFile,
  places: { has(place: number): boolean },
  asked: AskedCheck,
): Promise<HashedPrompt[]> {
  const checked: HashedPrompt[] = [];
  for (const [at, raw] of file.prompts.entries()) {
    if (!places.has(at + 1)) continue;
    checked.push(await turn(() => withHash(checkPrompt(raw, at + 1, asked))));
  }
  return checked;
}

const withHash = (prompt: CheckedPrompt): HashedPrompt => ({
  ...prompt,
  hash: prompt.fields ? hashOf(prompt.fields.content) : "",
});

/** Equal for prompts that say the same under the same title. */
export const sameKey = ({ title, hash }: SameText) => `${title}\n${hash}`;

/** Checks a file's collection by the rules of collections; returns it, or why it cannot be made. */
export function checkCollection(
  collection: NonNullable<RawFile["collection"]>,
): { title: string; description: string | null; refused: null } | { title: string; refused: string } {
  const parsed = newCollection.safeParse({ title: collection.title, description: collection.description });
  const title = shownText(collection.title);
  if (!parsed.success)
    return { title, refused: parsed.error.issues[0]?.message ?? inputMessages.fieldNotText };
  const { data } = parsed;
  for (const field of ["title", "description"] as const) {
    const refused = wordsRefused([data[field] ?? ""], collectionProfanity[field]);
    if (refused) return { title, refused };
  }
  return { title: data.title, description: data.description ?? null, refused: null };
}
