/** What was taken out of a form at one press, to be brought back at another. */
import { useState } from "react";
import type { PromptDraft } from "./prompt-draft.ts";
import type { DraftForm, DraftStorage } from "./use-draft-storage.ts";

type Field = keyof PromptDraft;

/** The button that was pressed, beside which the way back is offered. */
export type ClearedBy = "cancel" | "draft" | "image";

export interface Cleared {
  by: ClearedBy;
  /** What went, in the form's order. */
  fields: Field[];
  values: PromptDraft;
  publicationKey: string | undefined;
}

/** The order of the form. */
const FIELDS: Field[] = [
  "title",
  "content",
  "remix_note",
  "llm_type_id",
  "image",
  "image_alt",
  "description",
  "tags",
  "allow_remixes",
];

/**
 * @param initial values of the form when it is reset
 */
export function useClearing(form: DraftForm, initial: PromptDraft, storage: DraftStorage) {
  const [cleared, setCleared] = useState<Cleared>();

  /** Resets the form and deletes its draft. @returns whether there was anything in it */
  function clear(by: ClearedBy): boolean {
    const values = form.getValues();
    const fields = FIELDS.filter((field) => values[field] !== initial[field]);
    form.reset(initial);
    const publicationKey = storage.forget();
    // What an earlier press took stays at hand when there is nothing else to bring back.
    if (fields.length > 0) setCleared({ by, fields, values, publicationKey });
    return fields.length > 0;
  }

  function removeImage(): void {
    const values = form.getValues();
    form.setValue("image", null, { shouldDirty: true });
    const removed: Cleared = { by: "image", fields: ["image"], values, publicationKey: undefined };
    // A whole form that was cleared is worth more than its next picture.
    setCleared((last) => (last && last.by !== "image" ? last : removed));
  }

  /** Brings everything back, except to fields that were filled in again meanwhile. */
  function undo(): void {
    if (!cleared) return;
    if (cleared.by !== "image") storage.resume(cleared.publicationKey);
    for (const field of cleared.fields) {
      if (form.getValues(field) !== initial[field]) continue;
      form.setValue(field, cleared.values[field], { shouldDirty: true });
      form.clearErrors(field);
    }
    setCleared(undefined);
  }

  /** Another picture takes the place of the one that was removed. */
  const replaceImage = () => setCleared((last) => (last?.by === "image" ? undefined : last));

  return { cleared, clear, removeImage, replaceImage, undo };
}
