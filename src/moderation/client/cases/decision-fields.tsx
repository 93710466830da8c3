/** The fields of a decision on one case or several: what to do, the rule, the reason. */
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { DecisionRequest } from "#moderation/cases-contract.ts";
import { type Category, GROUNDLESS } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { FieldError } from "#ui/field.tsx";
import { radioStyle } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { DecisionReason, groundOptions } from "./decision-reason.tsx";
import { ReadyReason } from "./ready-reason.tsx";

export type Decidable = DecisionRequest["action"];

export interface Fields {
  action: Decidable | "";
  ground: DecisionRequest["ground"] | "";
  reason: string;
}
export const EMPTY: Fields = { action: "", ground: "", reason: "" };

/** What the filled-in form asks for; undefined while something is missing. */
export function decisionOf({ action, ground, reason }: Fields) {
  const rule = action !== "" && GROUNDLESS.includes(action) ? "none" : ground;
  return action && rule ? { action, ground: rule, reason: reason.trim() } : undefined;
}

interface Props {
  form: UseFormReturn<Fields>;
  actions: readonly Decidable[];
  labelOf: (action: Decidable) => string;
  /** Consequences of an action and a rule, as sentences. */
  effectOf: (action: Decidable, ground: string) => string;
  readersOf: (action: Decidable | "") => string;
  category: Category | null;
}

export function DecisionFields({ form, actions, labelOf, effectOf, readersOf, category }: Props) {
  const id = useId();
  const { register, setValue, watch, formState } = form;
  const { action, ground, reason } = watch();
  const { errors } = formState;
  return (
    <>
      <fieldset aria-describedby={errors.action ? id : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">O que fazer</legend>
        <div className="grid grid-cols-2 gap-2">
          {actions.map((value) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-tile border border-edge px-3 py-2 text-sm font-medium hover:border-ink last:odd:col-span-2 has-checked:border-primary has-checked:bg-primary-soft"
            >
              <input
                type="radio"
                value={value}
                aria-invalid={errors.action ? true : undefined}
                className={radioStyle}
                {...register("action", {
                  validate: (chosen) =>
                    (chosen !== "" && actions.includes(chosen)) || messages.actionRequired,
                })}
              />
              {labelOf(value)}
            </label>
          ))}
        </div>
        <FieldError id={id}>{errors.action?.message}</FieldError>
      </fieldset>
      <p role="status" className="text-sm text-muted empty:hidden">
        {action && actions.includes(action) && effectOf(action, ground)}
      </p>
      {action !== "" && !GROUNDLESS.includes(action) && (
        <Select
          {...register("ground", { required: messages.groundRequired })}
          label="Regra descumprida"
          placeholder="Escolha a regra"
          options={groundOptions}
          error={errors.ground?.message}
        />
      )}
      <ReadyReason
        category={category}
        reason={reason}
        put={(text) => setValue("reason", text, { shouldValidate: formState.isSubmitted })}
      />
      <DecisionReason register={register} errors={errors} rows={4} readers={readersOf(action)} />
    </>
  );
}
