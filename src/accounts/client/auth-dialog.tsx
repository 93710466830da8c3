/** The login dialog itself; loaded when it is first opened. */

import { useEffect } from "react";
import { Dialog } from "#ui/dialog.tsx";
import { type AuthStep, closeAuthDialog, openAuthDialog } from "./auth-dialog-state.ts";
import { AuthTabs, authTitles } from "./auth-tabs.tsx";
import { forgetHandedOn } from "./handed-on.ts";
import { useInterrupted } from "./interrupted.ts";
import { pageTurns } from "./left-behind.ts";
import { PasskeyStep } from "./passkeys/passkey-step.tsx";

// It stands outside of what begins anew when a person has left.
pageTurns.subscribe(closeAuthDialog);

/** @param tab null while closed */
export function AuthDialog({ tab }: { tab: AuthStep | null }) {
  const promise = useInterrupted()?.promise;
  // Back closes it, too, as the path changes.
  useEffect(() => {
    if (!tab) return;
    addEventListener("popstate", forgetHandedOn);
    return () => removeEventListener("popstate", forgetHandedOn);
  }, [tab]);
  const dismiss = () => {
    forgetHandedOn();
    closeAuthDialog();
  };
  if (tab === "passkey") {
    return (
      <Dialog open onOpenChange={closeAuthDialog} title="Confirme com sua chave de acesso">
        <PasskeyStep onDone={closeAuthDialog} onLater={closeAuthDialog} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={tab !== null}
      onOpenChange={(open) => !open && dismiss()}
      title={authTitles[tab ?? "login"]}
      {...(promise && { description: `${promise} depois do login.` })}
    >
      {tab && <AuthTabs place="dialog" tab={tab} onTabChange={openAuthDialog} onLogin={closeAuthDialog} />}
    </Dialog>
  );
}
