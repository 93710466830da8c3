/** The keys of a page of moderation, and the switch that turns them off. */
import { Checkbox } from "#ui/checkbox.tsx";
import { turnShortcuts, useAreShortcutsOn } from "./shortcuts.ts";

/** @param keys with what each does */
export function ShortcutHelp({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  const on = useAreShortcutsOn();
  return (
    <details className="mt-8">
      <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold">Atalhos do teclado</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, does]) => (
          <div key={key} className="col-span-full grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-tile border border-edge bg-card px-2 py-0.5 font-semibold">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5">
        <Checkbox
          label="Usar estes atalhos neste navegador"
          checked={on}
          onChange={({ currentTarget }) => turnShortcuts(currentTarget.checked)}
        />
      </div>
    </details>
  );
}
