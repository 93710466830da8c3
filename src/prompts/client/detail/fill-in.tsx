/** The collapsible form for a prompt's variables. */
import ChevronDown from "lucide-react/icons/chevron-down";
import { useId } from "react";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { controlStyle, Field } from "#ui/field.tsx";
import type { FilledIn } from "./use-filled-in.ts";

/** Hidden without scripts, which it needs. */
export function FillIn({ filledIn }: { filledIn: FilledIn }) {
  const id = useId();
  const { variables, isOpen, setOpen, form } = filledIn;
  const { length } = variables;
  return (
    <div className="flex shrink-0 flex-col border-b border-line noscript:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full shrink-0 items-center gap-2 rounded-tile px-5 py-2 text-left text-sm font-semibold transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2 sm:px-6"
      >
        Preencha e copie
        <span className="ml-auto font-normal text-muted">
          {length === 1 ? "1 campo" : `${length} campos`}
        </span>
        <ChevronDown aria-hidden="true" className={isOpen ? "size-5 rotate-180" : "size-5"} />
      </button>
      <div ref={form} id={id} hidden={!isOpen}>
        {isOpen && <FillInForm filledIn={filledIn} />}
      </div>
    </div>
  );
}

function progress(filled: number, all: number): string {
  if (filled === 0) return "Nenhum campo preenchido";
  if (filled === all) return "Tudo preenchido";
  return `${filled} de ${all} campos preenchidos`;
}

/** One field per variable. Values appear in the prompt's text at once and in the copy. */
function FillInForm({ filledIn: { variables, values, presets, left, fill, clear } }: { filledIn: FilledIn }) {
  return (
    <fieldset className="min-w-0 px-5 pt-2 pb-4 sm:px-6">
      <legend className="sr-only">Preencha e copie</legend>
      <div className={cx("grid gap-x-4 gap-y-3", variables.length > 2 && "sm:grid-cols-2")}>
        {variables.map((variable) => (
          <Field
            key={variable}
            label={<span className="min-w-0 wrap-anywhere">{variable}</span>}
            // Aligns fields whose labels differ in height.
            className="flex min-w-0 flex-col justify-end"
          >
            {(control) => (
              <textarea
                {...control}
                rows={1}
                autoComplete="off"
                // Most values are part of a sentence.
                autoCapitalize="none"
                enterKeyHint="enter"
                value={values.get(variable) ?? presets.get(variable) ?? ""}
                // The preset, which stands in the text once the field is emptied.
                placeholder={presets.get(variable)}
                onChange={(event) => fill(variable, event.target.value)}
                className={cx(controlStyle, "block field-sizing-content max-h-40 min-h-11 resize-none py-2")}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="text-xs text-muted">
          {progress(variables.length - left, variables.length)}
        </p>
        <Button variant="ghost" size="sm" onClick={clear}>
          Limpar campos
        </Button>
      </div>
    </fieldset>
  );
}
