/** Values of a prompt's form and their validation: the contract's rules, profanity, picture. */
import type { FieldErrors, Resolver } from "react-hook-form";
import * as z from "zod/mini";
import type { PromptFields, PromptView } from "#prompts/contract.ts";
import { changeNote, newPrompt, promptFields, remixNote } from "#prompts/contract.ts";
import { FIELD_NAMES, FIELDS, type FieldKind } from "#prompts/fields.ts";
import { inputMessages, PROFANITY_FIELDS, profanityMessages } from "#prompts/input-messages.ts";
import { refusalOf } from "./prepared-pictures.ts";
import { writeTags } from "./typed-tags.ts";

/**
 * Form controls hold texts: the tool's id too, which is empty without a choice, all tags (typed-tags.ts), and `true` or `false`.
 */
export type PromptDraft = { [Field in keyof PromptFields]-?: string } & {
  /** In an edit: the author's note on the change. */
  change_note: string;
  /** In a remix: the author's note on the difference. */
  remix_note: string;
  image: File | null;
};

const draftFields = z.extend(promptFields, { change_note: changeNote, remix_note: remixNote });

/** Parses a control's text. */
const READ: Record<FieldKind, (text: string) => unknown> = {
  line: (text) => text,
  text: (text) => text,
  tool: (text) => (text === "" ? undefined : Number(text)),
  tags: (text) => text.split(",").filter((tag) => tag.trim() !== ""),
  flag: (text) => text === "true",
};

const textOf = (value: unknown) => (Array.isArray(value) ? writeTags(value) : String(value ?? ""));

function draftWith(read: (field: keyof PromptFields) => unknown): PromptDraft {
  const texts = FIELD_NAMES.map((field) => [field, textOf(read(field))]);
  return { ...Object.fromEntries(texts), change_note: "", remix_note: "", image: null };
}

/** Where the contract has a default, the form begins with it. */
export const EMPTY_DRAFT = draftWith((field) => newPrompt.shape[field].safeParse(undefined).data);

/** A valid draft: fields in the API's format, and the chosen picture, null when the current one stays. */
export type CheckedDraft = z.output<typeof draftFields> & { image: File | null };

/** Form values of a published prompt. */
export function draftOf(prompt: PromptView): PromptDraft {
  const published: PromptFields = { ...prompt, image_alt: prompt.image.alt };
  return { ...draftWith((field) => published[field]), remix_note: prompt.remixed_from?.note ?? "" };
}

/** Form values of a remix: those of its source, without the picture, and with the switch of a new prompt. */
export function remixDraftOf(source: PromptView): PromptDraft {
  const { allow_remixes } = EMPTY_DRAFT;
  return { ...draftOf(source), image_alt: "", remix_note: "", allow_remixes };
}

/** The word list, loaded when first needed; if that fails, the server decides. */
const loadProfanity = () => import("#language/profanity.ts").catch(() => undefined);

/**
 * Validates drafts (specification, section 5) and converts them for the API. Of the picture it says what is known: it may
 * still be in preparation.
 * @param pictureNeeded false when there is a current picture
 */
export function createDraftResolver(pictureNeeded: boolean): Resolver<PromptDraft, unknown, CheckedDraft> {
  return async ({ image, ...typed }) => {
    const errors: FieldErrors<PromptDraft> = {};
    const values = FIELD_NAMES.map((field) => [field, READ[FIELDS[field].kind](typed[field])]);
    const texts = z.safeParse(draftFields, { ...typed, ...Object.fromEntries(values) });
    for (const { path, code, message } of texts.error?.issues ?? []) {
      errors[path[0] as keyof PromptDraft] ??= { type: code, message };
    }
    const profanity = await loadProfanity();
    for (const field of PROFANITY_FIELDS) {
      if (errors[field] || !profanity || profanity.findProfanity(typed[field]).length === 0) continue;
      errors[field] = { type: "profanity", message: profanityMessages[field] };
    }
    const refusal = image ? refusalOf(image) : pictureNeeded && inputMessages.imageRequired;
    if (refusal) errors.image = { type: "picture", message: refusal };
    if (!texts.success || Object.keys(errors).length > 0) return { values: {}, errors };
    return { values: { ...texts.data, image }, errors: {} };
  };
}

/** The profane words of a draft, each once regardless of case, for the toast. */
export async function profaneWords(draft: PromptDraft): Promise<string[]> {
  const profanity = await loadProfanity();
  if (!profanity) return [];
  const words = PROFANITY_FIELDS.flatMap((field) => profanity.findProfanity(draft[field]));
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}
