/** `/settings`: for who is logged in. The server, without a session, renders its frame. */
import type { Page } from "#app/page.ts";
import { SettingsPage } from "#members/client/settings/settings-page.tsx";

export const page: Page = {
  Component: SettingsPage,
  head: () => ({
    title: "Configurações",
    description: "A senha, as sessões, as chaves de API e os dados da sua conta na Prompteca.",
    noindex: true,
  }),
};
