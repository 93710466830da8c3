/** Saves a form's input on the device, from the first change until it is submitted or discarded. */
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { serverNow } from "#platform/client/server-time.ts";
import { removeDraft, type StoredDraft, type StoredParts, writeDraft } from "./draft-store.ts";
import type { CheckedDraft, PromptDraft } from "./prompt-draft.ts";

export type DraftForm = UseFormReturn<PromptDraft, unknown, CheckedDraft>;

export interface DraftStorage {
  /** The draft on the device; undefined while unknown. */
  state: StoredParts | undefined;
  /** Idempotency key of the publication, saved with the draft so that it survives a crash. */
  publicationKey(): string;
  /** Submitted or discarded: deletes the draft. @returns its idempotency key, if it has one */
  forget(): string | undefined;
  /** Takes back the key of a discarded draft, which comes back with the next change. */
  resume(publicationKey: string | undefined): void;
}

function same(a: PromptDraft, b: PromptDraft): boolean {
  return (Object.keys(a) as (keyof PromptDraft)[]).every((field) => a[field] === b[field]);
}

/** 128 random bits; `crypto.randomUUID` needs https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/**
 * Saves drafts, independent of React. A change is written at once; changes during a write go with the next one. Nothing is
 * deferred to the page's closing, when writes are lost.
 */
function createDraftStorage(
  form: DraftForm,
  name: string,
  initial: PromptDraft,
  stored: StoredDraft | null,
  tell: (state: StoredParts | undefined) => void,
) {
  let publicationKey = stored?.publicationKey;
  let picture = stored?.values.image ?? null;
  /** The picture already saved. */
  let pictureState: StoredParts = "whole";
  let changed = false;
  let writing = false;

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    let state: StoredParts | undefined;
    while (changed) {
      changed = false;
      const values = form.getValues();
      if (same(values, initial)) {
        await removeDraft(name);
        state = undefined;
        continue;
      }
      const pictureChanged = values.image !== picture;
      picture = values.image;
      state = await writeDraft(name, { values, publicationKey, savedAt: serverNow() }, pictureChanged);
      if (pictureChanged) pictureState = state;
      else if (state === "whole") state = pictureState;
    }
    writing = false;
    tell(state);
  }

  function note(): void {
    changed = true;
    void write();
  }

  return {
    begin: () => form.subscribe({ formState: { values: true }, callback: note }),
    publicationKey() {
      publicationKey ??= randomKey();
      note();
      return publicationKey;
    },
    forget() {
      const key = publicationKey;
      changed = false;
      publicationKey = undefined;
      picture = null;
      void removeDraft(name).then(() => tell(undefined));
      return key;
    },
    resume(key: string | undefined) {
      // One that was sent meanwhile may have published.
      publicationKey ??= key;
    },
  };
}

/**
 * @param name from `draftName`
 * @param initial initial values of the form, which are not saved
 * @param kept the draft that the form started with
 */
export function useDraftStorage(
  form: DraftForm,
  name: string,
  initial: PromptDraft,
  stored: StoredDraft | null,
): DraftStorage {
  const [state, setState] = useState<StoredParts | undefined>();
  const storage = useRef<ReturnType<typeof createDraftStorage>>(null);
  storage.current ??= createDraftStorage(form, name, initial, stored, setState);
  const { begin, ...rest } = storage.current;
  useEffect(begin, [begin]);
  return { state, ...rest };
}
