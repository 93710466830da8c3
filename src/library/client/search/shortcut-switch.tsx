/** Turns the key that leads to the search on and off. */
import { useSyncExternalStore } from "react";
import { onStored } from "#platform/client/browser-storage.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { isShortcutOn, turnShortcut } from "./shortcut.ts";

/** Nothing without scripts: then the key does nothing either. */
export function ShortcutSwitch() {
  const on = useSyncExternalStore(onStored, isShortcutOn, () => null);
  if (on === null) return null;
  return (
    <div className="mt-5">
      <Checkbox
        label="Usar a tecla / para ir à busca"
        checked={on}
        onChange={({ target }) => turnShortcut(target.checked)}
      />
    </div>
  );
}
