/** `/submit`: publishing a prompt. */
import type { Page } from "#app/page.ts";
import { SubmitPage } from "#prompts/client/submit/submit-page.tsx";

export const page: Page = {
  Component: SubmitPage,
  head: () => ({
    title: "Enviar Prompt",
    description:
      "Compartilhe seu prompt de IA com a comunidade: o texto, a ferramenta e a imagem do resultado.",
  }),
};
