/** `/admin`: every prompt, for the admin. The server knows nobody and renders its shape. */
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
