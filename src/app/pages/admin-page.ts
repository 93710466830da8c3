/** Shared by the admin's pages. The server, without a session, renders their skeletons. */
import type { Page } from "#app/page.ts";

/** @param subject of the page, for its title */
export const adminPage = (Component: Page["Component"], subject: string): Page => ({
  Component,
  personal: true,
  head: () => ({
    title: `Administração: ${subject}`,
    description: "Área da administração da Prompteca.",
  }),
});
