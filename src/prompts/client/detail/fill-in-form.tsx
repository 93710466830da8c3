/** One field per variable of a prompt. Values appear in the prompt's text at once and in the copy. */
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { controlStyle, Field } from "#ui/field.tsx";
import type { FilledIn } from "./use-filled-in.ts";

function progress(filled: number, all: number): string {
  if (filled === 0) return "Nenhum campo preenchido";
  if (filled === all) return "Tudo preenchido";
  return `${filled} de ${all} campos preenchidos`;
}

export function FillInForm({ filledIn: { variables, values, left, fill, clear } }: { filledIn: FilledIn }) {
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
                value={values.get(variable) ?? ""}
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
