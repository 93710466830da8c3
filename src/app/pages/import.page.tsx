/** `/importar`: brings prompts from a file. The server, without a session, renders its frame. */
import type { Page } from "#app/page.ts";
import { ImportPage } from "#exchange/client/import-page.tsx";

export const page: Page = {
  Component: ImportPage,
  personal: true,
  head: () => ({
    title: "Importar prompts",
    description:
      "Traga os seus prompts de arquivos JSON, CSV, Markdown ou YAML, e veja antes o que será importado.",
  }),
};
