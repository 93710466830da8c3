/** `/admin/users`: all accounts, for the admin. The server, without a session, renders its skeleton. */
import { AdminUsersPage } from "#admin/client/users-page.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: AdminUsersPage,
  personal: true,
  head: () => ({
    title: "Administração: usuários",
    description: "Área da administração da Prompteca.",
    canonical: "/admin/users",
    noindex: true,
  }),
};
