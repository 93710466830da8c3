/** The tabs Entrar and Cadastrar with their titles and forms. */
import { Suspense, useState } from "react";
import { lazyPart } from "#ui/lazy-part.ts";
import { Tabs } from "#ui/tabs.tsx";
import type { AuthTab } from "./auth-dialog-state.ts";
import { useIssuers } from "./identities/issuers.ts";
import { LoginForm } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";

const IssuerButtons = lazyPart(async () => (await import("./identities/issuer-buttons.tsx")).IssuerButtons);

/** The room that the buttons will take. */
function ButtonsToCome({ count }: { count: number }) {
  return <div className="mt-6" style={{ height: `${1.25 + count * 3.5}rem` }} />;
}

export const authTitles: Record<AuthTab, string> = {
  login: "Entre na Prompteca",
  register: "Crie sua conta",
};

/** The same with what one is there for. */
export const purposeTitles: Record<AuthTab, string> = {
  login: "Entre para",
  register: "Crie sua conta para",
};

/** The tab that a URL opens. @param search the query of `/auth` */
export function readAuthTab(search: URLSearchParams): AuthTab {
  return search.get("tab") === "register" ? "register" : "login";
}

interface Props {
  place: "dialog" | "page";
  tab: AuthTab;
  onTabChange: (tab: AuthTab) => void;
  /** Called after a login. */
  onLogin?: () => void;
}

export function AuthTabs({ place, tab, onTabChange, onLogin }: Props) {
  const issuers = useIssuers();
  const [remembers, setRemembers] = useState(true);
  const login = { place, remembers, onRemember: setRemembers, ...(onLogin && { onDone: onLogin }) };
  return (
    <>
      <Tabs
        label="Entrar ou criar conta"
        value={tab}
        onValueChange={onTabChange}
        tabs={[
          {
            value: "login",
            label: "Entrar",
            panel: <LoginForm {...login} />,
          },
          { value: "register", label: "Cadastrar", panel: <RegisterForm place={place} /> },
        ]}
      />
      {issuers.length > 0 && (
        <Suspense fallback={<ButtonsToCome count={issuers.length} />}>
          <IssuerButtons issuers={issuers} lasts={tab === "register" || remembers} />
        </Suspense>
      )}
    </>
  );
}
