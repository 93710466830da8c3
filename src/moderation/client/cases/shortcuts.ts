/** Keys of a single letter. They can be turned off, as software that types what it hears would press them (WCAG 2.1.4). */
import { useEffect, useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "#platform/client/browser-storage.ts";

const STORAGE_KEY = "prompteca-moderation-shortcuts";

const areOn = () => readStored(STORAGE_KEY) !== "off";

/** On, unless turned off in this browser. */
export const useAreShortcutsOn = () => useSyncExternalStore(onStored, areOn, () => true);

export const turnShortcuts = (on: boolean) => writeStored(STORAGE_KEY, on ? null : "off");

const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** @param actions by letter; none acts in a field, with another key held, or while a dialog is open */
export function useShortcuts(actions: Record<string, () => void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const action = actions[key.toLowerCase()];
      if (!action || ctrlKey || metaKey || altKey || event.defaultPrevented || !areOn()) return;
      if ((target instanceof Element && target.matches(FIELDS)) || document.querySelector("[role=dialog]"))
        return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [actions]);
}
