/** `/programas`: how programs use the site: API, keys, MCP, command line, formats, embedding. */
import type { Page } from "#app/page.ts";
import { ProgramsPage } from "#app/programs/programs-page.tsx";

export const page: Page = {
  Component: ProgramsPage,
  head: () => ({
    title: "Para quem programa",
    description:
      "Use a Prompteca no seu código, no seu editor ou no seu agente: API, exemplos em curl, TypeScript e Python, e mais.",
  }),
};
