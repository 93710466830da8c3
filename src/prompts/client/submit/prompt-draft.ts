/** What the form for a new prompt holds, and the rules it is checked by: the contract's, profanity, a picture. */
import type { FieldErrors, ResolverResult } from "react-hook-form";
import * as z from "zod/mini";
import { type NewPrompt, promptTexts } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";

export interface PromptDraft {
  title: string;
  content: string;
  description: string;
  /** An id in digits; empty while nothing is chosen. */
  llm_type_id: string;
  image: File | null;
  image_alt: string;
}

export const EMPTY_DRAFT: PromptDraft = {
  title: "",
  content: "",
  description: "",
  llm_type_id: "",
  image: null,
  image_alt: "",
};

/** A draft in order. */
export interface CheckedPrompt {
  texts: Omit<NewPrompt, "thumbnail_url">;
  image: File;
}

const profanityMessages = {
  title: messages.titleProfane,
  content: messages.contentProfane,
  description: messages.descriptionProfane,
} as const;

type CheckedField = keyof typeof profanityMessages;
const checkedFields = Object.keys(profanityMessages) as CheckedField[];

/** The word list, loaded when it is first needed; without it the server decides. */
const loadProfanity = () => import("#language/profanity.ts").catch(() => undefined);

/** Validates a draft (specification, section 5). */
export async function draftResolver(draft: PromptDraft): Promise<ResolverResult<PromptDraft, CheckedPrompt>> {
  const { image, llm_type_id, ...typed } = draft;
  const errors: FieldErrors<PromptDraft> = {};
  const texts = z.safeParse(promptTexts, {
    ...typed,
    llm_type_id: llm_type_id === "" ? undefined : Number(llm_type_id),
  });
  for (const { path, code, message } of texts.error?.issues ?? []) {
    errors[path[0] as keyof PromptDraft] ??= { type: code, message };
  }
  if (!image) errors.image = { type: "required", message: messages.imageRequired };
  const profanity = await loadProfanity();
  for (const field of checkedFields) {
    if (errors[field] || !profanity || profanity.findProfanity(draft[field]).length === 0) continue;
    errors[field] = { type: "profanity", message: profanityMessages[field] };
  }
  if (!texts.success || !image || Object.keys(errors).length > 0) return { values: {}, errors };
  return { values: { texts: texts.data, image }, errors: {} };
}

/** The profane words of a draft, each once whatever its case, for the toast that lists them. */
export async function profaneWords(draft: PromptDraft): Promise<string[]> {
  const profanity = await loadProfanity();
  if (!profanity) return [];
  const words = checkedFields.flatMap((field) => profanity.findProfanity(draft[field]));
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}
