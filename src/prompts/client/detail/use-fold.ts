/** An element that is too low for its content, which is cut off until the reader or the browser wants it whole. */
import { type RefObject, type UIEvent, useEffect, useRef, useState } from "react";

export interface Fold<E extends HTMLElement> {
  ref: RefObject<E | null>;
  /** False until it was measured. */
  isCutOff: boolean;
  isWhole: boolean;
  /** By a button, which disappears: the element gets its focus. */
  showWhole: () => void;
  /** For the element: the browser has found words in what is cut off, or follows a selection there. */
  onScroll: (event: UIEvent<E>) => void;
}

export function useFold<E extends HTMLElement>(): Fold<E> {
  const ref = useRef<E>(null);
  const [isCutOff, setCutOff] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    // The content's height changes with the window's width, and with the filled-in values.
    const observer = new ResizeObserver(() => setCutOff(box.scrollHeight > box.clientHeight + 1));
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return {
    ref,
    isCutOff,
    isWhole,
    showWhole() {
      setWhole(true);
      ref.current?.focus({ preventScroll: true });
    },
    onScroll({ currentTarget: { scrollTop } }) {
      if (!scrollTop) return;
      setWhole(true);
      // What was found stays where the browser has shown it.
      requestAnimationFrame(() => scrollBy(0, scrollTop));
    },
  };
}
