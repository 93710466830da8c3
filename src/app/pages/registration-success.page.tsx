/** `/registration-success`: next step after a registration. */
import { RegistrationNotice } from "#accounts/client/registration-notice.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: RegistrationNotice,
  query: ["email"],
  personal: true,
  head: () => ({
    title: "Confirme seu e-mail",
    description: "Confirme seu e-mail para concluir o cadastro na Prompteca.",
  }),
};
