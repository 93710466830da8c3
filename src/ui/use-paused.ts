/** Debouncing of typed text. */
import { useEffect, useState } from "react";

/** Milliseconds. */
const TYPING_PAUSE = 150;

/** The text, once typing has paused. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), TYPING_PAUSE);
    return () => window.clearTimeout(timer);
  }, [text]);
  return paused;
}
