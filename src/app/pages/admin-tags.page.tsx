/** `/admin/tags`: all tags, for the admin. */
import { AdminTagsPage } from "#admin/client/tags-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminTagsPage, "tags");
