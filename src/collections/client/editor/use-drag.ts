/** Drags an entry by its handle, with mouse, pen or finger. The buttons do the same by keyboard. */
import { type PointerEvent, type RefObject, useEffect, useState } from "react";

/** Pixels at the window's edges where it scrolls along, and how far at each move of the pointer. */
const EDGE = 80;
const STEP = 14;

interface Drag {
  /** Index of the entry, and where it would go: an index of the others. */
  from: number;
  to: number;
}

/**
 * @param list whose children are the entries
 * @param onDrop called with both indexes when an entry is let go elsewhere
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const isDragging = drag !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens as long as something is dragged
  useEffect(() => {
    if (!drag) return;
    const { from } = drag;
    let to = from;
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const others = [...(list.current?.children ?? [])].filter((_, index) => index !== from);
      to = others.filter((entry) => {
        const { top, height } = entry.getBoundingClientRect();
        return top + height / 2 < clientY;
      }).length;
      // Only another place is drawn.
      setDrag((shown) => (shown?.to === to ? shown : { from, to }));
      if (clientY < EDGE) window.scrollBy(0, -STEP);
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP);
    };
    const end = () => setDrag(undefined);
    const drop = () => {
      end();
      if (to !== from) onDrop(from, to);
    };
    const leave = ({ key }: KeyboardEvent) => key === "Escape" && end();
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", leave);
    return () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", leave);
    };
  }, [isDragging]);

  const start = (from: number) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    // Neither a selection of text nor the focus of the page changes.
    event.preventDefault();
    setDrag({ from, to: from });
  };
  return { drag, start };
}
