/** `/auth`: the login and register forms; and `/entrar-com`, where the way from an OpenID Connect issuer ends. */
import { useState } from "react";
import { useLocation } from "wouter";
import { AuthPanel } from "#accounts/client/auth-panel.tsx";
import { readAuthTab } from "#accounts/client/auth-tabs.tsx";
import { Arrival } from "#accounts/client/identities/arrival.tsx";
import type { Page } from "#app/page.ts";

const ARRIVAL = "/entrar-com";

function Entrance() {
  const [path] = useLocation();
  const [isArrival, setArrival] = useState(path === ARRIVAL);
  // While the next page loads, this one stays what it was.
  if (path === (isArrival ? "/auth" : ARRIVAL)) setArrival(!isArrival);
  return isArrival ? <Arrival /> : <AuthPanel />;
}

export const page: Page = {
  Component: Entrance,
  query: ["tab", "next"],
  head: ({ path, search }) => ({
    title:
      path === ARRIVAL
        ? "Entrar com outra conta"
        : readAuthTab(search) === "register"
          ? "Cadastrar"
          : "Entrar",
    description: "Entre ou crie sua conta para compartilhar prompts, curtir e favoritar.",
    noindex: path === ARRIVAL,
  }),
};
