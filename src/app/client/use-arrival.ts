/** Scroll position and focus after navigation. */
import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Scrolls a new page to the top, and one reached by back or forward to where it was left; focuses its main element, so that
 * keyboard and screen reader users arrive there too. Somebody who types in a field above the page keeps the focus.
 */
export function useArrival(path: string) {
  const before = useRef(path);
  const { place, isRedirect } = useLastNavigation();
  // Before painting: a shorter page would flash its footer.
  useLayoutEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const main = document.querySelector("main");
    const isTyping = document.activeElement?.matches("input") && !main?.contains(document.activeElement);
    if (!(isTyping && isRedirect.current)) main?.focus({ preventScroll: true });
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) main?.animate({ opacity: [0.4, 1] }, 160);
    if (!location.hash) window.scrollTo(0, place.current);
  }, [path, place, isRedirect]);
}

/**
 * `place`: scroll position in pixels of a page reached by back or forward; otherwise 0. The browser's own restoration does
 * not work here: it scrolls before the page is rendered. `isRedirect`: whether the last navigation replaced a page.
 */
function useLastNavigation() {
  const place = useRef(0);
  const isRedirect = useRef(false);
  useEffect(() => {
    const left = new Map<string, number>();
    const listeners = new AbortController();
    const { signal } = listeners;
    const note = () => left.set(location.href, window.scrollY);
    window.addEventListener("scroll", note, { passive: true, signal });
    const goTo = (there: number) => {
      place.current = there;
      isRedirect.current = false;
    };
    window.addEventListener("popstate", () => goTo(left.get(location.href) ?? 0), { signal });
    // The router's events for each navigation.
    window.addEventListener("pushState", () => goTo(0), { signal });
    window.addEventListener("replaceState", () => (isRedirect.current = true), { signal });
    return () => listeners.abort();
  }, []);
  return { place, isRedirect };
}
