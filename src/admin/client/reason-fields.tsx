/** Fields for the reason. One is preselected, so that confirming at once records it. */
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { DETAILS_LENGTH, REASONS } from "./reasons.ts";

const options = REASONS.map((reason) => ({ value: reason, label: reason }));

/** @param told whether the user concerned gets it by mail */
export function ReasonFields({ told }: { told: boolean }) {
  return (
    <>
      <Select name="reason" label="Motivo" options={options} defaultValue={REASONS[0]} />
      <TextArea
        name="details"
        label="Detalhes"
        optional
        rows={2}
        maxLength={DETAILS_LENGTH}
        hint={
          told
            ? "A pessoa recebe um email com o motivo e os detalhes. Eles ficam também no registro."
            : "O motivo e os detalhes ficam no registro. Nenhum email é enviado a esta conta."
        }
      />
    </>
  );
}
