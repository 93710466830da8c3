/** `/admin/health`: the site's health, for the admin. */
import { AdminHealthPage } from "#admin/client/health-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminHealthPage, "saúde do site");
