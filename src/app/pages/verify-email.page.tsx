/** `/verify-email`: target of the link in the confirmation mail. Only the browser reads its tokens. */
import { EmailVerification } from "#accounts/client/email-verification.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: EmailVerification,
  personal: true,
  head: () => ({
    title: "Confirmação de e-mail",
    description: "Confirmação do seu endereço de e-mail na Prompteca.",
  }),
};
