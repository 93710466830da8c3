/** Titles of the login's tabs, and the tab that a URL opens. */
import type { AuthTab } from "./auth-dialog-state.ts";

export const authTitles: Record<AuthTab, string> = {
  login: "Entre na Prompteca",
  register: "Crie sua conta",
};

/** @param search the query of `/auth` */
export function readAuthTab(search: URLSearchParams): AuthTab {
  return search.get("tab") === "register" ? "register" : "login";
}
