/** `/admin/health`: the site's health, for the admin. The server, without a session, renders its skeleton. */
import { AdminHealthPage } from "#admin/client/health-page.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: AdminHealthPage,
  personal: true,
  head: () => ({
    title: "Administração: saúde do site",
    description: "Área da administração da Prompteca.",
    canonical: "/admin/health",
    noindex: true,
  }),
};
