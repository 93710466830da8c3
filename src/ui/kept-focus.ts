/** Keeps the keyboard's place: what holds focus may go from the page, and who is without a mouse must not start over. */

/**
 * From now on, where the element in focus is taken from the page and nothing else has taken focus, the page's main part has
 * it. Dialogs see to this themselves.
 */
export function keepFocus(): void {
  let held: Element | null = null;
  document.addEventListener("focusin", ({ target }) => {
    held = target as Element;
  });
  document.addEventListener("focusout", ({ target }) => {
    // What still stands there a moment later was left on purpose; some browsers tell of what goes before it is gone.
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
