/** Why the admin acts: what can be chosen, and the sentence that the log keeps and the person reads. */

export const REASONS = [
  "Descumpre os termos de uso",
  "Conteúdo impróprio",
  "Spam ou propaganda",
  "Viola direitos autorais",
  "Expõe dados pessoais",
  "Outro motivo",
] as const;

/** The longest details, in characters: with the longest reason they stay within what the API takes. */
export const DETAILS_LENGTH = 400;

/** @param form with what `ReasonFields` put in it */
export function readReason(form: FormData): string {
  const chosen = String(form.get("reason") ?? REASONS[0]);
  const details = String(form.get("details") ?? "").trim();
  return details ? `${chosen}: ${details}` : chosen;
}
