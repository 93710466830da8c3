/** What happens when another page takes the place of the one before: where it is scrolled to, and where focus goes. */
import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * A new page appears at its top, one that the reader goes back to where it was left; its main part gets focus, so that
 * keyboard and screen reader arrive there too.
 */
export function useArrival(path: string) {
  const before = useRef(path);
  const place = usePlaceLeft();
  // Before anything is painted: a shorter page would show its footer for a moment.
  useLayoutEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const main = document.querySelector("main");
    main?.focus({ preventScroll: true });
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) main?.animate({ opacity: [0.4, 1] }, 160);
    if (!location.hash) window.scrollTo(0, place.current);
  }, [path, place]);
}

/**
 * How far down the address was when it was left, in pixels, where back or forward lead to it; otherwise 0. The browser's
 * own memory is no help: it scrolls before the page is there.
 */
function usePlaceLeft() {
  const place = useRef(0);
  useEffect(() => {
    const left = new Map<string, number>();
    const listeners = new AbortController();
    const { signal } = listeners;
    const note = () => left.set(location.href, window.scrollY);
    window.addEventListener("scroll", note, { passive: true, signal });
    window.addEventListener("popstate", () => (place.current = left.get(location.href) ?? 0), { signal });
    // The router's own event, at every link.
    window.addEventListener("pushState", () => (place.current = 0), { signal });
    return () => listeners.abort();
  }, []);
  return place;
}
