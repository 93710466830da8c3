/** `/novidades`: for who is logged in. The server, without a session, renders its frame. */
import type { Page } from "#app/page.ts";
import { NewsPage } from "#collections/client/news-page.tsx";

export const page: Page = {
  Component: NewsPage,
  head: () => ({
    title: "Novidades",
    description: "O que há de novo das pessoas, coleções e tags que você segue na Prompteca.",
    noindex: true,
  }),
};
