/** The cases of a page of the queue. J and K lead through them; coming back from a case leads to where it stood. */
import { useEffect, useMemo, useRef, useState } from "react";
import { areAlike, type CaseItem, MOST_TOGETHER } from "#moderation/cases-contract.ts";
import { messages } from "#moderation/messages.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/numbers.ts";
import { CaseRow } from "./case-row.tsx";
import type { QueuePlace } from "./queue-address.ts";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { useShortcuts } from "./shortcuts.ts";

const KEYS = [
  ["J", "O caso seguinte da lista"],
  ["K", "O caso anterior da lista"],
  ["Enter", "Abrir o caso"],
  ["X", "Escolher o caso, para decidir vários de uma vez"],
] as const;

interface Props {
  cases: CaseItem[];
  place: QueuePlace;
  /** Decides several together. */
  decide: (chosen: CaseItem[]) => void;
}

export function CaseList({ cases, place, decide }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [ids, setIds] = useState<readonly number[]>([]);
  const chosen = cases.filter(({ id }) => ids.includes(id));
  const choose = (id: number, isChosen: boolean) =>
    setIds((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)));
  useEffect(() => {
    const link = location.hash && document.getElementById(location.hash.slice(1))?.querySelector("a");
    if (!link) return;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: "center" });
  }, []);
  const keys = useMemo(() => {
    const step = (by: 1 | -1) => {
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>("[data-case]") ?? [])];
      const row = document.activeElement?.closest("li");
      const at = links.findIndex((link) => row?.contains(link));
      links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
    };
    const press = () => {
      const row = document.activeElement?.closest("li");
      if (row && list.current?.contains(row)) row.querySelector<HTMLInputElement>("input")?.click();
    };
    return { j: () => step(1), k: () => step(-1), x: press };
  }, []);
  useShortcuts(keys);
  return (
    <>
      <ol ref={list} className="border-t border-line">
        {cases.map((found) => (
          <CaseRow
            key={found.id}
            found={found}
            place={place}
            chosen={ids.includes(found.id)}
            choose={(isChosen) => choose(found.id, isChosen)}
          />
        ))}
      </ol>
      {chosen.length > 0 && (
        <ChosenBar chosen={chosen} clear={() => setIds([])} decide={() => decide(chosen)} />
      )}
      <ShortcutHelp keys={KEYS} />
    </>
  );
}

interface BarProps {
  chosen: CaseItem[];
  clear: () => void;
  decide: () => void;
}

/** Why chosen cases cannot be decided together yet, or the way to it. */
function ChosenBar({ chosen, clear, decide }: BarProps) {
  const problem = !areAlike(chosen)
    ? messages.notAlike
    : chosen.length > MOST_TOGETHER
      ? messages.tooManyCases
      : "";
  return (
    <section
      aria-label="Casos escolhidos"
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-card px-4 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-tile sm:border [@media(height<22rem)]:static"
    >
      <p role="status" className="text-sm font-semibold">
        {countOf(chosen.length, "caso escolhido", "casos escolhidos")}
      </p>
      <p role="alert" className="min-w-0 flex-1 basis-48 text-sm text-danger empty:hidden">
        {problem}
      </p>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" size="sm" onClick={clear}>
          Desmarcar
        </Button>
        {!problem && (
          <Button size="sm" onClick={decide}>
            Decidir juntos
          </Button>
        )}
      </div>
    </section>
  );
}
