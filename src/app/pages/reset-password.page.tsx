/** `/reset-password`: target of the link in the recovery mail. */
import { ResetPassword } from "#accounts/client/reset-password.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: ResetPassword,
  personal: true,
  head: () => ({
    title: "Nova senha",
    description: "Crie uma nova senha para sua conta na Prompteca.",
  }),
};
