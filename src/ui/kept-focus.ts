/** Keeps the keyboard's position when the focused element is removed: focus would otherwise restart at the top. */

/**
 * Moves focus to the page's main element whenever the focused element is removed and nothing else takes focus.
 * Dialogs handle this themselves.
 */
export function keepFocus(): void {
  let held: Element | null = null;
  document.addEventListener("focusin", ({ target }) => {
    held = target as Element;
  });
  document.addEventListener("focusout", ({ target }) => {
    // An element that is still there a moment later lost focus on purpose; some browsers fire the event before removal.
    queueMicrotask(() => {
      if (held === target && held?.isConnected && document.activeElement !== held) held = null;
    });
  });
  new MutationObserver(() => {
    if (!held || held.isConnected) return;
    held = null;
    if (document.activeElement !== document.body || document.querySelector("[role=dialog]")) return;
    document.querySelector("main")?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
