/** Searches the chosen picture's metadata for a prompt. */
import { useCallback, useEffect, useRef, useState } from "react";

interface FoundOffer {
  /** Undefined when there is none. */
  text: string | undefined;
  look: (file: File) => void;
  dismiss: () => void;
}

/** @param picture in the form; what was found in another is not offered */
export function useFoundPrompt(picture: File | null): FoundOffer {
  const [found, setFound] = useState<{ file: File; text: string | undefined }>();
  const last = useRef<File>(null);
  const look = useCallback((file: File) => {
    last.current = file;
    setFound(undefined);
    // Optional help: a failure is ignored.
    import("./found/find-prompt.ts")
      .then(({ findPrompt }) => findPrompt(file))
      .then((text) => last.current === file && setFound({ file, text }))
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    return () => {
      last.current = null;
    };
  }, []);
  const text = found?.file === picture ? found?.text : undefined;
  return { text, look, dismiss: () => setFound(undefined) };
}
