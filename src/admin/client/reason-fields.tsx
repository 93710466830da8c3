/** Fields for the rule and the reason of an action in the admin's lists. */
import { REASON_LENGTH } from "#admin/contract.ts";
import { unitsFor } from "#language/length.ts";
import { groundOptions } from "#moderation/client/cases/decision-reason.tsx";
import type { BrokenGround } from "#moderation/contract.ts";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-field.tsx";

const DEFAULT: BrokenGround = "terms";

/**
 * The dialog asks whether to do it; which rule and why may be said besides. A rule is preselected, so that confirming at once
 * names one.
 * @param isMailed whether the user concerned gets it by mail
 */
export function ReasonFields({ isMailed }: { isMailed: boolean }) {
  return (
    <details className="rounded-tile border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-semibold">
        Dizer a regra e o motivo <span className="font-normal text-muted">(opcional)</span>
      </summary>
      <div className="grid gap-5 border-t border-line p-4">
        <Select name="ground" label="Regra descumprida" options={groundOptions} defaultValue={DEFAULT} />
        <TextArea
          name="reason"
          label="Motivo"
          optional
          rows={2}
          maxLength={unitsFor(REASON_LENGTH)}
          hint={
            isMailed
              ? "A pessoa recebe um e-mail com a regra e o motivo que você escrever, e pode contestar. Os dois ficam também no registro."
              : "A regra e o motivo ficam no registro. Nenhum e-mail é enviado a esta conta."
          }
        />
      </div>
    </details>
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
