/** `/admin/audit-log`: the log of the admin's actions. The server, without a session, renders its skeleton. */
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
