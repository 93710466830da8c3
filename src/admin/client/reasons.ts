/** Reasons of the admin's actions: the choices, and the sentence for the log and the user. */

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

/** @param form containing the fields of `ReasonFields` */
export function readReason(form: FormData): string {
  const chosen = String(form.get("reason") ?? REASONS[0]);
  const details = String(form.get("details") ?? "").trim();
  return details ? `${chosen}: ${details}` : chosen;
}
