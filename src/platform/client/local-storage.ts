/** What this browser keeps for the site, in local storage; nothing where the browser refuses it or it is full. */

/** @returns null for what is not stored */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a value and tells this tab by a storage event, as the browser tells the others.
 * @param value null removes what is stored
 */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

/** Calls back when anything stored has changed. @returns a function that ends this */
export function onStored(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}
