/** `/forgot-password`: requests a link to set a new password. */
import { ForgotPassword } from "#accounts/client/forgot-password.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: ForgotPassword,
  head: () => ({
    title: "Recuperar senha",
    description: "Receba por e-mail um link para criar uma nova senha na Prompteca.",
    noindex: true,
  }),
};
