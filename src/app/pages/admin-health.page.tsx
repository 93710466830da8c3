/** `/admin/health`: how the site is doing, for the admin. The server knows nobody and renders its shape. */
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
