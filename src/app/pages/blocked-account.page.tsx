/** `/blocked-account`: export and deletion for blocked users. */
import type { Page } from "#app/page.ts";
import { BlockedAccount } from "#members/client/blocked-account.tsx";
import { BlockedNotices } from "#moderation/client/notices.tsx";

export const page: Page = {
  Component: () => <BlockedAccount Notices={BlockedNotices} />,
  head: () => ({
    title: "Conta bloqueada",
    description:
      "Leia e conteste as decisões sobre uma conta bloqueada da Prompteca, baixe os dados dela ou exclua a conta.",
    noindex: true,
  }),
};
