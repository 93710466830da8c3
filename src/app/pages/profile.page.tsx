/** `/profile`: the logged-in user's profile. The server, without a session, renders its skeleton. */
import type { Page } from "#app/page.ts";
import { ProfilePage } from "#members/client/profile-page.tsx";

export const page: Page = {
  Component: ProfilePage,
  head: () => ({
    title: "Seu Perfil",
    description: "Seus prompts, seus favoritos e as configurações da sua conta na Prompteca.",
    noindex: true,
  }),
};
