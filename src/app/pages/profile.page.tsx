/** `/profile`: the logged-in user's profile. The server, without a session, renders its skeleton. */
import { QueueLink } from "#admin/client/waiting-cases.tsx";
import type { Page } from "#app/page.ts";
import { ProfilePage } from "#members/client/profile-page.tsx";
import { OwnNotices, useNoticed } from "#moderation/client/notices.tsx";

export const page: Page = {
  Component: () => <ProfilePage Notices={OwnNotices} useNoticed={useNoticed} QueueLink={QueueLink} />,
  head: () => ({
    title: "Seu Perfil",
    description: "Seus prompts, seus favoritos, seus avisos e as configurações da sua conta na Prompteca.",
    noindex: true,
  }),
};
