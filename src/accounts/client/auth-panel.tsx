/** The content of `/auth`: the two forms, and the redirect of logged-in users. */
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { AccountPage } from "./account-page.tsx";
import { safeNextPath } from "./account-paths.ts";
import { AuthTabs, authTitles, readAuthTab } from "./auth-tabs.tsx";
import { useSession } from "./session.ts";

export function AuthPanel() {
  const { status } = useSession();
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const tab = readAuthTab(search);

  // After a login, or when logged in already: back to the requested page.
  useEffect(() => {
    if (status !== "signed-in") return;
    navigate(safeNextPath(new URLSearchParams(location.search).get("next")), { replace: true });
  }, [status, navigate]);

  return (
    <AccountPage
      title={authTitles[tab]}
      intro="Encontre e compartilhe prompts poderosos, em português."
      seed="entrar"
    >
      <AuthTabs
        place="page"
        tab={tab}
        onTabChange={(next) => {
          if (next === "register") search.set("tab", next);
          else search.delete("tab");
          navigate(search.size ? `/auth?${search}` : "/auth", { replace: true });
        }}
      />
    </AccountPage>
  );
}
