/** Fields for the rule and the reason of an action. */
import type { FieldErrors, FieldValues, Path, UseFormRegister } from "react-hook-form";
import { REASON_LENGTH } from "#admin/contract.ts";
import { type BrokenGround, brokenGround, DECISION_REASON_LENGTH, GROUNDS } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-field.tsx";

const DEFAULT: BrokenGround = "terms";

export const groundOptions = brokenGround.options.map((value) => ({ value, label: GROUNDS[value].label }));

interface DecisionReasonProps<Form extends FieldValues & { reason: string }> {
  register: UseFormRegister<Form>;
  errors: FieldErrors<{ reason: string }>;
  /** Who gets the text. */
  told: string;
  rows: number;
}

/** The field `reason` of a decision on a case, which must have one. */
export function DecisionReason<Form extends FieldValues & { reason: string }>({
  register,
  errors,
  told,
  rows,
}: DecisionReasonProps<Form>) {
  const validate = (text: string) =>
    text.trim() === ""
      ? messages.reasonRequired
      : text.trim().length <= DECISION_REASON_LENGTH || messages.reasonTooLong;
  return (
    <TextArea
      {...register("reason" as Path<Form>, { validate })}
      label="Motivo"
      hint={`Até 1.000 caracteres. ${told}`}
      rows={rows}
      error={errors.reason?.message}
    />
  );
}

/**
 * A rule is preselected, so that confirming at once names one.
 * @param told whether the user concerned gets it by mail
 */
export function ReasonFields({ told }: { told: boolean }) {
  return (
    <>
      <Select name="ground" label="Regra descumprida" options={groundOptions} defaultValue={DEFAULT} />
      <TextArea
        name="reason"
        label="Motivo"
        optional
        rows={2}
        maxLength={REASON_LENGTH}
        hint={
          told
            ? "A pessoa recebe um e-mail com a regra e o motivo, e pode contestar. Eles ficam também no registro."
            : "A regra e o motivo ficam no registro. Nenhum e-mail é enviado a esta conta."
        }
      />
    </>
  );
}

export interface Reasons {
  ground: BrokenGround;
  reason: string;
}

/** @param form containing the fields of `ReasonFields` */
export function readReasons(form: FormData): Reasons {
  const ground = String(form.get("ground") ?? DEFAULT) as BrokenGround;
  return { ground, reason: String(form.get("reason") ?? "").trim() };
}
