/** `/admin`: all prompts, for the admin. */
import { AdminPromptsPage } from "#admin/client/prompts-page.tsx";
import { adminPage } from "./admin-page.ts";

export const page = adminPage(AdminPromptsPage, "prompts");
