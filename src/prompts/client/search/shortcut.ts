/** Whether "/" leads to the search: a key that acts by itself can be turned off (WCAG 2.1.4). */

const STORAGE_KEY = "prompteca-search-shortcut";

/** On, unless turned off in this browser. */
export function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/** Tells components of this tab and others by a storage event; without storage the key stays on. */
export function turnShortcut(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, "off");
  } catch {
    return;
  }
  window.dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY }));
}
