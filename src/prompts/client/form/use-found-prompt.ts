/** Looks for a prompt in the picture that was chosen last. */
import { useCallback, useEffect, useRef, useState } from "react";

interface Found {
  /** Undefined while there is nothing to offer. */
  text: string | undefined;
  look: (file: File | null) => void;
  dismiss: () => void;
}

export function useFoundPrompt(): Found {
  const [text, setText] = useState<string>();
  const last = useRef<File>(null);
  const look = useCallback((file: File | null) => {
    last.current = file;
    setText(undefined);
    if (!file) return;
    // A help that does not come is not missed.
    import("./found/find-prompt.ts")
      .then(({ findPrompt }) => findPrompt(file))
      .then((found) => last.current === file && setText(found))
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    return () => {
      last.current = null;
    };
  }, []);
  return { text, look, dismiss: () => setText(undefined) };
}
