/** The content of `/auth`: the two forms, and the redirect of logged-in users. */
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { AccountPage } from "./account-page.tsx";
import { safeNextPath } from "./account-paths.ts";
import { AuthTabs, authTitles, purposeTitles, readAuthTab } from "./auth-tabs.tsx";
import { forgetInterrupted, readInterrupted, useInterrupted } from "./interrupted.ts";
import { purposeOf } from "./login-purposes.ts";
import { useSession } from "./session.ts";

export function AuthPanel() {
  const { status } = useSession();
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const tab = readAuthTab(search);
  const interrupted = useInterrupted();
  const purpose = purposeOf(safeNextPath(search.get("next"))) ?? interrupted?.purpose;

  // After a login, or when logged in already: back to the requested page, or to what the login interrupted.
  useEffect(() => {
    if (status !== "signed-in") return;
    const next = new URLSearchParams(location.search).get("next");
    const begun = readInterrupted();
    navigate(next ? safeNextPath(next) : (begun?.path ?? "/"), { replace: true });
    // A task is forgotten once it is done; without one, being on the page is all.
    if (begun && !begun.task) forgetInterrupted();
  }, [status, navigate]);

  return (
    <AccountPage
      title={purpose ? `${purposeTitles[tab]} ${purpose}` : authTitles[tab]}
      intro={
        interrupted?.promise && interrupted.purpose === purpose
          ? `${interrupted.promise} depois do login.`
          : "Encontre e compartilhe prompts poderosos, em português."
      }
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
