/** Mutations of authors: publishing and changing a prompt. */
import type { QueryClient } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import { PUBLICATION_KEY } from "#prompts/catalog.ts";
import type { NewPrompt, PromptChanges, PromptView } from "#prompts/contract.ts";
import { showAuthored } from "./own/own.queries.ts";

/** Options of sending a prompt. */
export interface Upload {
  /** Idempotency key of the publication, the same for each retry. */
  key: string;
  signal: AbortSignal;
  /** Reports upload progress, from 0 to 1. */
  onUpload: ((part: number) => void) | undefined;
}

/** A file goes as it is: as text in JSON it would be a third larger, and several times in memory. */
function withFile<Prompt extends PromptChanges>(prompt: Prompt): Prompt | FormData {
  if (!(prompt.thumbnail_url instanceof File)) return prompt;
  const form = new FormData();
  for (const [field, value] of Object.entries(prompt)) {
    if (value instanceof File) form.set(field, value);
    else if (value !== undefined) form.set(field, String(value ?? ""));
  }
  return form;
}

/**
 * Publishes a prompt.
 * @throws ApiError naming the field that the server refuses
 */
export async function publishPrompt(
  client: QueryClient,
  prompt: NewPrompt,
  { key, ...upload }: Upload,
): Promise<PromptView> {
  const published = await fetchApi<PromptView>("/api/prompts", {
    method: "POST",
    body: withFile(prompt),
    headers: { [PUBLICATION_KEY]: key },
    ...upload,
  });
  showAuthored(client, published);
  return published;
}

/** State from which an edit begins. */
interface EditBase {
  /** The prompt that the form was filled with. */
  opened: PromptView;
  /** The newer prompt, if the author has been told of it: then this edit makes a version of its own. */
  newer?: PromptView | undefined;
}

/** The fields that differ from a prompt. */
export function changesOf(prompt: PromptView, wanted: PromptChanges): PromptChanges {
  const present: Record<string, unknown> = {
    ...prompt,
    image_alt: prompt.image.alt,
    remix_note: prompt.remixed_from?.note,
    thumbnail_url: undefined,
  };
  // As text: lists are equal when they hold the same.
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value instanceof File || !same(value, present[field] ?? null),
    ),
  );
}

/**
 * Edits a published prompt. Sends only changed fields, so as not to undo another window's edit.
 * @throws ApiError as {@link publishPrompt}; 404 when the prompt no longer exists, 409 `version_conflict` when it was edited
 *   meanwhile
 */
export async function editPrompt(
  client: QueryClient,
  { opened, newer }: EditBase,
  wanted: PromptChanges,
  { signal, onUpload }: Upload,
): Promise<void> {
  const { version, edited_at: last_edit } = newer ?? opened;
  const path = `/api/prompts/${opened.id}`;
  const body = withFile({
    ...changesOf(opened, wanted),
    version,
    last_edit,
    ...(newer && { own_version: true as const }),
  });
  const edited = await fetchApi<PromptView>(path, { method: "PATCH", body, signal, onUpload });
  showAuthored(client, edited);
}
