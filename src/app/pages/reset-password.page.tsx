/** `/reset-password`: where the link in the recovery mail leads. */
import { ResetPassword } from "#accounts/client/reset-password.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: ResetPassword,
  personal: true,
  head: () => ({
    title: "Nova senha",
    description: "Crie uma nova senha para sua conta na Prompteca.",
    canonical: "/reset-password",
    noindex: true,
  }),
};
