/** Reads a form's draft before the form is shown. */
import { useEffect, useState } from "react";
import { readDraft, type StoredDraft } from "./draft-store.ts";

/** @returns undefined while reading; null when there is none */
export function useStoredDraft(name: string): StoredDraft | null | undefined {
  const [read, setRead] = useState<{ name: string; draft: StoredDraft | null }>();
  useEffect(() => {
    let wanted = true;
    void readDraft(name).then((draft) => wanted && setRead({ name, draft: draft ?? null }));
    return () => {
      wanted = false;
    };
  }, [name]);
  return read?.name === name ? read.draft : undefined;
}
