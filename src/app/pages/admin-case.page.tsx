/** `/admin/denuncias/{id}`: one case of moderation. */
import { AdminCasePage } from "#admin/client/case-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminCasePage, "caso");
