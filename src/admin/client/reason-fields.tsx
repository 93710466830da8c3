/** Fields for the reason of an action. One is preselected, so that confirming at once records it. */
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-field.tsx";

export const REASONS = [
  "Descumpre os termos de uso",
  "Conteúdo impróprio",
  "Spam ou propaganda",
  "Viola direitos autorais",
  "Expõe dados pessoais",
  "Outro motivo",
] as const;

/** Length of the details, in characters: together with the longest reason within the API's limit. */
export const DETAILS_LENGTH = 400;

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
            ? "A pessoa recebe um e-mail com o motivo e os detalhes. Eles ficam também no registro."
            : "O motivo e os detalhes ficam no registro. Nenhum e-mail é enviado a esta conta."
        }
      />
    </>
  );
}

/** The sentence for the log and the user. @param form containing the fields of `ReasonFields` */
export function readReason(form: FormData): string {
  const chosen = String(form.get("reason") ?? REASONS[0]);
  const details = String(form.get("details") ?? "").trim();
  return details ? `${chosen}: ${details}` : chosen;
}
