/** Whether "/" leads to the search: a key that acts by itself can be turned off (WCAG 2.1.4). */
import { readStored, writeStored } from "#platform/client/browser-storage.ts";

const STORAGE_KEY = "prompteca-search-shortcut";

/** On, unless turned off in this browser. */
export const isShortcutOn = (): boolean => readStored(STORAGE_KEY) !== "off";

/** Without storage the key stays on. */
export function turnShortcut(on: boolean): void {
  writeStored(STORAGE_KEY, on ? null : "off");
}
