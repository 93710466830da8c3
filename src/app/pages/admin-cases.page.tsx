/** `/admin/denuncias`: the queue of moderation. */
import { AdminCasesPage } from "#admin/client/cases-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminCasesPage, "denúncias");
