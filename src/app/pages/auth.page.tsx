/** `/auth`: the login and register forms. */
import { AuthPanel } from "#accounts/client/auth-panel.tsx";
import { readAuthTab } from "#accounts/client/auth-tabs.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: AuthPanel,
  query: ["tab", "next"],
  head: ({ search }) => ({
    title: readAuthTab(search) === "register" ? "Cadastrar" : "Entrar",
    description: "Entre ou crie sua conta para compartilhar prompts, curtir e guardar seus favoritos.",
  }),
};
