/** `/admin/users`: all accounts, for the admin. */
import { AdminUsersPage } from "#admin/client/users-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminUsersPage, "usuários");
