/** `/terms-of-use`: the rules of the site. */
import { TermsOfUse } from "#app/legal/terms-of-use.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: TermsOfUse,
  head: () => ({
    title: "Termos de Uso",
    description:
      "As regras da Prompteca: o que pode ser publicado, quem fica com os direitos, quando um prompt sai do ar e como falar com a administração.",
    canonical: "/terms-of-use",
  }),
};
