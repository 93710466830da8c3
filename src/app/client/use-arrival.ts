/** Scroll position and focus after navigation. */
import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Scrolls a new page to the top, and one reached by back or forward to where it was left; focuses its main element, so that
 * keyboard and screen reader users arrive there too. Somebody who types in a field above the page keeps the focus.
 */
export function useArrival(path: string) {
  const before = useRef(path);
  const { place, isRedirect, isBack } = useLastNavigation();
  // Before painting: a shorter page would flash its footer.
  useLayoutEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const main = document.querySelector("main");
    const isTyping = document.activeElement?.matches("input") && !main?.contains(document.activeElement);
    const goesToPart = location.hash !== "" && !isBack.current;
    if (!goesToPart && !(isTyping && isRedirect.current)) main?.focus({ preventScroll: true });
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) main?.animate({ opacity: [0.4, 1] }, 160);
    if (!goesToPart) window.scrollTo(0, place.current);
  }, [path, place, isRedirect, isBack]);
}

/** The id of the part that an address names; anybody may write one that names nothing. */
function partOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** What a reader does who goes on by themselves. */
const GOING_ON = ["wheel", "touchmove", "pointerdown", "keydown", "popstate"];

/**
 * Brings the part that the address names into view and gives it the focus, once it is there, and again when what comes
 * above it moves it, until the reader goes on. The browser does so only for a page that is loaded whole.
 * @param isFirst the page has just been loaded: where the part is there, the browser has gone to it
 * @returns ends it
 */
function goToPart(isFirst: boolean): () => void {
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const id = partOf(location.hash);
  if (!id || (isFirst && (loaded?.type !== "navigate" || document.getElementById(id)))) return () => {};
  const going = new AbortController();
  let part: HTMLElement | null = null;
  const go = () => {
    const found = document.getElementById(id);
    if (!found) return;
    if (found !== part && !found.contains(document.activeElement)) {
      if (found.tabIndex < 0) found.tabIndex = -1;
      found.focus({ preventScroll: true });
    }
    part = found;
    found.scrollIntoView({ behavior: "instant" });
  };
  const size = new ResizeObserver(go);
  const page = new MutationObserver(go);
  const leave = () => {
    size.disconnect();
    page.disconnect();
    going.abort();
  };
  for (const event of GOING_ON) addEventListener(event, leave, { signal: going.signal, passive: true });
  size.observe(document.body);
  page.observe(document.body, { childList: true, subtree: true });
  go();
  return leave;
}

/**
 * `place`: scroll position in pixels of a page reached by back or forward; otherwise 0. The browser's own restoration does
 * not work here: it scrolls before the page is rendered. `isRedirect`: whether the last navigation replaced a page;
 * `isBack`: whether it went back or forward.
 */
function useLastNavigation() {
  const place = useRef(0);
  const isRedirect = useRef(false);
  const isBack = useRef(false);
  useEffect(() => {
    const left = new Map<string, number>();
    const listeners = new AbortController();
    const { signal } = listeners;
    const note = () => left.set(location.href, window.scrollY);
    window.addEventListener("scroll", note, { passive: true, signal });
    const goTo = (there: number, back: boolean) => {
      place.current = there;
      isRedirect.current = false;
      isBack.current = back;
    };
    window.addEventListener("popstate", () => goTo(left.get(location.href) ?? 0, true), { signal });
    let leave = goToPart(true);
    const goToNextPart = () => {
      leave();
      leave = goToPart(false);
    };
    // The router's events for each navigation.
    window.addEventListener("pushState", () => goTo(0, false), { signal });
    window.addEventListener("replaceState", () => (isRedirect.current = true), { signal });
    for (const event of ["pushState", "replaceState"])
      window.addEventListener(event, goToNextPart, { signal });
    return () => {
      leave();
      listeners.abort();
    };
  }, []);
  return { place, isRedirect, isBack };
}
