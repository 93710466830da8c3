/** Checks a file's prompts by the rules of publication, and finds what is there already. */
import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";
import { itemFields, newCollection } from "#collections/contract.ts";
import { profanityMessages as collectionProfanity } from "#collections/input-messages.ts";
import { inputMessages, unknownTool } from "#exchange/input-messages.ts";
import { foldText } from "#language/fold.ts";
import { findProfanity } from "#language/profanity.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { promptFields } from "#prompts/contract.ts";
import { profanityMessages } from "#prompts/input-messages.ts";
import type { RawFile, RawPrompt } from "./formats/raw-file.ts";

/** What is published: without a picture and what belongs to one. */
const importedFields = z.extend(
  z.pick(promptFields, { title: true, content: true, description: true, llm_type_id: true, tags: true }),
  {
    allow_remixes: z._default(z.boolean({ error: inputMessages.remixesInvalid }), true),
    note: itemFields.shape.note,
  },
);
export type ImportedFields = z.output<typeof importedFields>;

export interface Reason {
  field: string;
  message: string;
}

export interface CheckedPrompt {
  /** In the file, from 1. */
  place: number;
  line: number;
  title: string;
  tool: string | null;
  tags: string[];
  author: string | null;
  /** Null when it is refused. */
  fields: ImportedFields | null;
  reasons: Reason[];
}

/** Characters shown of what cannot be taken. */
const SHOWN = 120;
const MOST_REASONS = 5;
const MOST_SHOWN_TAGS = 10;

const shownText = (value: unknown): string =>
  typeof value === "string" ? value.trim().slice(0, SHOWN).toWellFormed().replaceAll("\0", "") : "";

const TOOLS = new Map(LLM_TYPES.map((tool) => [foldText(tool.name), tool]));

const FLAGS: Record<string, boolean> = { true: true, false: false };

/** What PostgreSQL can store. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

const isNothing = (value: unknown) => value === undefined || value === null || value === "";

/** The values as publication asks for them; what is of the wrong kind is left for it to refuse. */
function toInput({ fields }: RawPrompt, defaultTool: number, reasons: Reason[]): Record<string, unknown> {
  const { tool, allow_remixes, ...rest } = fields;
  let llm_type_id: unknown = defaultTool;
  if (!isNothing(tool)) {
    const known =
      typeof tool === "string" && tool.length <= SHOWN ? TOOLS.get(foldText(tool).trim()) : undefined;
    if (!known)
      reasons.push({
        field: "tool",
        message: unknownTool(typeof tool === "string" ? shownText(tool) : typeof tool),
      });
    else llm_type_id = known.id;
  }
  const flag =
    typeof allow_remixes === "string" && Object.hasOwn(FLAGS, allow_remixes)
      ? FLAGS[allow_remixes]
      : allow_remixes;
  return {
    ...rest,
    llm_type_id,
    ...(!isNothing(flag) && { allow_remixes: flag }),
    ...(isNothing(rest.tags) && { tags: [] }),
  };
}

/**
 * Checks one prompt, by its lengths first.
 * @param defaultTool for one that names none
 * @param viewerName whose author need not be told
 */
export function checkPrompt(
  raw: RawPrompt,
  place: number,
  { defaultTool, viewerName }: { defaultTool: number; viewerName: string },
): CheckedPrompt {
  const reasons: Reason[] = raw.problem ? [{ field: "content", message: raw.problem }] : [];
  const input = toInput(raw, defaultTool, reasons);
  const parsed = importedFields.safeParse(input);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues)
      reasons.push({ field: String(path[0] ?? ""), message: message || inputMessages.fieldNotText });
  const fields = parsed.success && reasons.length === 0 ? parsed.data : null;
  if (fields) reasons.push(...refusedWords(fields));
  const author = shownText(raw.fields.author) || null;
  const tool = LLM_TYPES.find(({ id }) => id === input.llm_type_id)?.name ?? null;
  return {
    place,
    line: raw.line,
    title: fields?.title ?? shownText(raw.fields.title),
    tool: reasons.some(({ field }) => field === "tool") ? null : tool,
    tags: fields?.tags ?? shownTags(raw.fields.tags),
    author: author === viewerName ? null : author,
    fields: reasons.length === 0 ? fields : null,
    reasons: distinct(reasons).slice(0, MOST_REASONS),
  };
}

/** Why a text may not be published; undefined when it may. */
function wordsRefused(texts: string[], message: string): string | undefined {
  if (!texts.every(isStorable)) return inputMessages.notStorable;
  return texts.some((text) => findProfanity(text).length > 0) ? message : undefined;
}

function refusedWords(fields: ImportedFields): Reason[] {
  const { title, content, description, tags, note } = fields;
  const own = { title, content, description, tags };
  const asked = [
    ...Object.entries(own).map(
      ([field, value]) => [field, value, profanityMessages[field as keyof typeof own]] as const,
    ),
    ["note", note, collectionProfanity.note] as const,
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

/** Checks prompts of a file, and lets others have their turn between two of them. @param places which, from 1 */
export async function checkAll(
  file: RawFile,
  places: { has(place: number): boolean },
  asked: { defaultTool: number; viewerName: string },
): Promise<CheckedPrompt[]> {
  const checked: CheckedPrompt[] = [];
  for (const [at, raw] of file.prompts.entries()) {
    if (!places.has(at + 1)) continue;
    checked.push(checkPrompt(raw, at + 1, asked));
    await setImmediate();
  }
  return checked;
}

/** Equal for prompts that say the same under the same title. */
export const sameKey = ({ title, content }: { title: string; content: string }) => `${title}\n${content}`;

/** What a file says of its collection, as collections ask for it; or why it cannot be made. */
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
