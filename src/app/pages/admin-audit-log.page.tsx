/** `/admin/audit-log`: the log of the admin's actions. */
import { AdminLogPage } from "#admin/client/log-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminLogPage, "registro");
