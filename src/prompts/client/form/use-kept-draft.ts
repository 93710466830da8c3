/** Keeps what is typed into a form on the device, from the first change until it was sent or given up. */
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Kept, type KeptDraft, removeDraft, writeDraft } from "./draft-store.ts";
import type { CheckedDraft, PromptDraft } from "./prompt-draft.ts";

export type DraftForm = UseFormReturn<PromptDraft, unknown, CheckedDraft>;

export interface DraftKeeper {
  /** What of the form is on the device now; undefined while that is not known. */
  state: Kept | undefined;
  /** The name of this draft's publication, until it is sent or given up; kept with it, so that it outlives a crash. */
  publicationKey(): string;
  /** It was sent or given up: nothing is kept any more. */
  forget(): void;
}

function same(a: PromptDraft, b: PromptDraft): boolean {
  return (Object.keys(a) as (keyof PromptDraft)[]).every((field) => a[field] === b[field]);
}

/** 128 random bits; `crypto.randomUUID` is not there on pages without https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/**
 * The keeping itself, apart from React. A change is written at once, what changes during a write with the next one: what a
 * page begins to write while it closes is lost, so nothing waits for that moment.
 */
function createKeeper(
  form: DraftForm,
  name: string,
  initial: PromptDraft,
  kept: KeptDraft | null,
  tell: (state: Kept | undefined) => void,
) {
  let publicationKey = kept?.publicationKey;
  let picture = kept?.values.image ?? null;
  /** Of the picture that is written already. */
  let pictureState: Kept = "whole";
  let changed = false;
  let writing = false;

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    let state: Kept | undefined;
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
      state = await writeDraft(name, { values, publicationKey, savedAt: Date.now() }, pictureChanged);
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
      changed = false;
      publicationKey = undefined;
      picture = null;
      void removeDraft(name).then(() => tell(undefined));
    },
  };
}

/**
 * @param name as `draftName` makes it
 * @param initial what the form holds untouched: not worth keeping
 * @param kept what it began with
 */
export function useKeptDraft(
  form: DraftForm,
  name: string,
  initial: PromptDraft,
  kept: KeptDraft | null,
): DraftKeeper {
  const [state, setState] = useState<Kept | undefined>();
  const keeper = useRef<ReturnType<typeof createKeeper>>(null);
  keeper.current ??= createKeeper(form, name, initial, kept, setState);
  const { begin, publicationKey, forget } = keeper.current;
  useEffect(begin, [begin]);
  return { state, publicationKey, forget };
}
