/** `/submit`: publishing a prompt. */
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { SubmitPage } from "#prompts/client/submit/submit-page.tsx";

export const page: Page = {
  Component: () => <SubmitPage reviewsNewAccounts={useSite().reviewNewAccounts ?? false} />,
  head: () => ({
    title: "Enviar Prompt",
    description: "Compartilhe seu prompt com a comunidade: o texto, a ferramenta de IA e a imagem.",
  }),
};
