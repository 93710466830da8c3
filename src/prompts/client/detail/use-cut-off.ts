/** Whether an element is too low for its content, which is then cut off. */
import { type RefObject, useEffect, useRef, useState } from "react";

/** @returns a ref for the element, and false until it was measured */
export function useCutOff<E extends HTMLElement>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    // The content's height changes with the window's width, and with the filled-in values.
    const observer = new ResizeObserver(() => setCutOff(box.scrollHeight > box.clientHeight + 1));
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [element, isCutOff];
}
