/** Fields for the rule and the reason of a decision on a case. */
import type { FieldErrors, FieldValues, Path, UseFormRegister } from "react-hook-form";
import { brokenGround, DECISION_REASON_LENGTH, GROUNDS } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { TextArea } from "#ui/text-field.tsx";

export const groundOptions = brokenGround.options.map((value) => ({ value, label: GROUNDS[value].label }));

interface DecisionReasonProps<Form extends FieldValues & { reason: string }> {
  register: UseFormRegister<Form>;
  errors: FieldErrors<{ reason: string }>;
  /** Who gets the text, as a sentence. */
  readers: string;
  rows: number;
}

/** The field `reason` of a decision on a case, which must have one. */
export function DecisionReason<Form extends FieldValues & { reason: string }>({
  register,
  errors,
  readers,
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
      hint={`Até 1.000 caracteres. ${readers}`}
      rows={rows}
      error={errors.reason?.message}
    />
  );
}
