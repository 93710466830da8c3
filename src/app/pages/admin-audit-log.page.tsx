/** `/admin/audit-log`: what the administration did, for the admin. The server knows nobody and renders its shape. */
import { AdminLogPage } from "#admin/client/log-page.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: AdminLogPage,
  personal: true,
  head: () => ({
    title: "Administração: registro",
    description: "Área da administração da Prompteca.",
    canonical: "/admin/audit-log",
    noindex: true,
  }),
};
