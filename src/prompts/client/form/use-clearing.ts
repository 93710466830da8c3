/** Fields that one press cleared, to be brought back by another. */
import { useState } from "react";
import { DRAFT_FIELDS } from "#prompts/client/field-labels.ts";
import type { PromptDraft } from "./prompt-draft.ts";
import type { DraftForm, DraftStorage } from "./use-draft-storage.ts";

/** The button that was pressed, beside which the way back is offered. */
export type ClearedBy = "cancel" | "draft" | "image";

export interface Cleared {
  by: ClearedBy;
  /** The cleared fields, in the form's order. */
  fields: (keyof PromptDraft)[];
  values: PromptDraft;
  publicationKey: string | undefined;
}

/**
 * @param initial values of the form when it is reset
 */
export function useClearing(form: DraftForm, initial: PromptDraft, storage: DraftStorage) {
  const [cleared, setCleared] = useState<Cleared>();

  /** Resets the form and deletes its draft. @returns whether there was anything in it */
  function clear(by: ClearedBy): boolean {
    const values = form.getValues();
    const fields = DRAFT_FIELDS.filter((field) => values[field] !== initial[field]);
    form.reset(initial);
    const publicationKey = storage.forget();
    // With nothing to clear, the fields of an earlier press can still be brought back.
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
