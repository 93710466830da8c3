/** `/avisos`: for who is logged in. The server, without a session, renders its frame. */
import type { Page } from "#app/page.ts";
import { NoticesPage } from "#moderation/client/notices.tsx";

export const page: Page = {
  Component: NoticesPage,
  head: () => ({
    title: "Avisos da moderação",
    description: "O que a moderação decidiu sobre o que você publicou na Prompteca, e por quê.",
    noindex: true,
  }),
};
