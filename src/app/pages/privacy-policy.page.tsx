/** `/privacy-policy`: what the site does with personal data. */
import { PrivacyPolicy } from "#app/legal/privacy-policy.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: PrivacyPolicy,
  head: () => ({
    title: "Política de Privacidade",
    description:
      "O que a Prompteca guarda sobre você, para quê e até quando: sem cookies, sem anúncios e sem chamadas a outros sites. E como exercer seus direitos da LGPD.",
    canonical: "/privacy-policy",
  }),
};
