/** The collapsible form for a prompt's variables. */
import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import { FillInForm } from "./fill-in-form.tsx";
import type { FilledIn } from "./use-filled-in.ts";

/** Hidden without scripts, which it needs. */
export function FillIn({ filledIn }: { filledIn: FilledIn }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { length } = filledIn.variables;
  return (
    <div className="flex shrink-0 flex-col border-b border-line noscript:hidden roomy:max-h-[30dvh]">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full shrink-0 items-center gap-2 rounded-tile px-5 py-2 text-left text-sm font-semibold transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2 sm:px-6"
      >
        Preencha e copie
        <span className="ml-auto font-normal text-muted">
          {length === 1 ? "1 campo" : `${length} campos`}
        </span>
        <ChevronDown aria-hidden="true" className={open ? "size-5 rotate-180" : "size-5"} />
      </button>
      <div id={id} hidden={!open} className="min-h-0 roomy:overflow-y-auto">
        {open && <FillInForm filledIn={filledIn} />}
      </div>
    </div>
  );
}
