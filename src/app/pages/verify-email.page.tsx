/** `/verify-email`: where the link in the confirmation mail leads. Its tokens are read by the browser alone. */
import { EmailVerification } from "#accounts/client/email-verification.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: EmailVerification,
  personal: true,
  head: () => ({
    title: "Confirmação de email",
    description: "Confirmação do seu endereço de email na Prompteca.",
    canonical: "/verify-email",
    noindex: true,
  }),
};
