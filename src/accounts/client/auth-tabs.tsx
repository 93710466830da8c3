/** The tabs Entrar and Cadastrar with their forms. */
import { Tabs } from "#ui/tabs.tsx";
import type { AuthTab } from "./auth-dialog-state.ts";
import { LoginForm } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";

interface Props {
  place: "dialog" | "page";
  tab: AuthTab;
  onTabChange: (tab: AuthTab) => void;
  /** Called after a login. */
  onLogin?: () => void;
}

export function AuthTabs({ place, tab, onTabChange, onLogin }: Props) {
  return (
    <Tabs
      label="Entrar ou cadastrar"
      value={tab}
      onValueChange={onTabChange}
      tabs={[
        {
          value: "login",
          label: "Entrar",
          panel: <LoginForm place={place} {...(onLogin && { onDone: onLogin })} />,
        },
        { value: "register", label: "Cadastrar", panel: <RegisterForm place={place} /> },
      ]}
    />
  );
}
