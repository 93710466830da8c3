/**
 * Values that this browser keeps for the site, under its name: for good, or until the tab is closed. A value that the
 * browser refuses, or has no room for, is kept in memory as long as the page lives. Nothing else uses these storages,
 * except public/theme.js.
 */

/** Where something is kept: by the browser for all its tabs, or by one tab. */
export type Place = "browser" | "tab";

/** Values that the browser did not store; null for those it did not remove. */
const memory = { browser: new Map<string, string | null>(), tab: new Map<string, string | null>() };

/** What the browser gave or took last, for the moment when it can no longer be read. */
const known = { browser: new Map<string, string | null>(), tab: new Map<string, string | null>() };

const storageOf = (place: Place) => (place === "browser" ? window.localStorage : window.sessionStorage);

/** Takes an unreadable storage away before libraries find it: auth-js does not load where reading fails. */
export function hideUnreadableStorage(): void {
  try {
    storageOf("browser").getItem("");
  } catch {
    // Without complaint where an extension has fixed it: auth-js bears one that cannot be reached at all.
    Reflect.defineProperty(window, "localStorage", { value: undefined });
  }
}

/** @returns null for what is not stored; where reading begins to fail while the page is open, what was there before */
export function readStored(key: string, place: Place = "browser"): string | null {
  const kept = memory[place].get(key);
  if (kept !== undefined) return kept;
  try {
    const value = storageOf(place).getItem(key);
    known[place].set(key, value);
    return value;
  } catch {
    return known[place].get(key) ?? null;
  }
}

let noteKept: (key: string, place: Place) => void = () => {};

/** Calls back before a value is kept, which is not one that is removed. */
export function beforeKeeping(note: typeof noteKept): void {
  noteKept = note;
}

/**
 * Stores a value without telling anybody in this tab.
 * @param value null removes what is stored
 * @returns false for what is gone with the page
 */
export function keep(key: string, value: string | null, place: Place = "browser"): boolean {
  if (value !== null) noteKept(key, place);
  memory[place].set(key, value);
  try {
    const storage = storageOf(place);
    if (value === null) storage.removeItem(key);
    else
      try {
        storage.setItem(key, value);
      } catch {
        // What the old value took may be enough; else it must not come back with the next page.
        storage.removeItem(key);
        storage.setItem(key, value);
      }
    // Some browsers take everything and keep nothing.
    if (storage.getItem(key) === value) {
      known[place].set(key, value);
      memory[place].delete(key);
    }
  } catch {
    // As above.
  }
  return lasts(key, place);
}

/** Whether what was stored last outlives the page. */
export const lasts = (key: string, place: Place): boolean => !memory[place].has(key);

const tell = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));

/** Stores a value for all tabs, and tells this one by a storage event, as the browser tells the others. */
export function writeStored(key: string, value: string | null): void {
  keep(key, value);
  tell(key, value);
}

/** The keys that a place has, and those that are in the page's memory of it. */
function keysIn(place: Place): string[] {
  const inMemory = [...memory[place].keys(), ...known[place].keys()];
  try {
    return inMemory.concat(Object.keys(storageOf(place)));
  } catch {
    return inMemory;
  }
}

/** Removes the values of all such keys from a place and from the page's memory of it, and tells this tab of each. */
export function forgetStored(keys: RegExp, place: Place = "browser"): void {
  for (const key of keysIn(place)) {
    if (!keys.test(key) || readStored(key, place) === null) continue;
    keep(key, null, place);
    tell(key, null);
  }
}

/** Calls back when anything stored has changed. @returns a function that ends this */
export function onStored(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}
