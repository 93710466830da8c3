/** `/registration-success`: next step after a registration. */
import { RegistrationNotice } from "#accounts/client/registration-notice.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: RegistrationNotice,
  query: ["email"],
  personal: true,
  head: () => ({
    title: "Confirme seu email",
    description: "Confirme seu email para concluir o cadastro na Prompteca.",
  }),
};
