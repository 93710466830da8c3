/** `/admin`: all prompts, for the admin. The server, without a session, renders its skeleton. */
import { AdminPromptsPage } from "#admin/client/prompts-page.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: AdminPromptsPage,
  personal: true,
  head: () => ({
    title: "Administração: prompts",
    description: "Área da administração da Prompteca.",
    canonical: "/admin",
    noindex: true,
  }),
};
