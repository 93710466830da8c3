/** `/profile`: the logged-in user's own library. The server, without a session, renders its skeleton. */

import type { Page } from "#app/page.ts";
import { ProfilePage } from "#members/client/profile-page.tsx";
import { QueueLink } from "#moderation/client/cases/waiting-cases.tsx";
import { usePromptGone } from "#moderation/client/notices.tsx";

export const page: Page = {
  Component: () => <ProfilePage usePromptGone={usePromptGone} QueueLink={QueueLink} />,
  head: () => ({
    title: "Seu Perfil",
    description: "Seus prompts, seus favoritos e suas coleções na Prompteca.",
    noindex: true,
  }),
};
