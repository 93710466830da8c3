/** `/blocked-account`: export and deletion for blocked users. */
import type { Page } from "#app/page.ts";
import { BlockedAccount } from "#members/client/blocked-account.tsx";
import { BlockedNotices } from "#moderation/client/notices.tsx";

export const page: Page = {
  Component: () => <BlockedAccount Notices={BlockedNotices} />,
  head: () => ({
    title: "Conta bloqueada",
    description: "Baixe uma cópia dos seus dados ou exclua uma conta bloqueada da Prompteca.",
    noindex: true,
  }),
};
