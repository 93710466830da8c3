/** Searches the chosen picture's metadata for a prompt. */
import { useCallback, useEffect, useRef, useState } from "react";

interface Found {
  /** Undefined when there is none. */
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
    // Optional help: a failure is ignored.
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
