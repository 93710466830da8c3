/** The login dialog itself; loaded when it is first opened. */
import { Dialog } from "#ui/dialog.tsx";
import { type AuthTab, closeAuthDialog, openAuthDialog } from "./auth-dialog-state.ts";
import { AuthTabs, authTitles } from "./auth-tabs.tsx";
import { forgetInterrupted, useInterrupted } from "./interrupted.ts";

/** @param tab null while closed */
export function AuthDialog({ tab }: { tab: AuthTab | null }) {
  const promise = useInterrupted()?.promise;
  const dismiss = () => {
    // Nothing was wanted after all.
    forgetInterrupted();
    closeAuthDialog();
  };
  return (
    <Dialog
      open={tab !== null}
      onOpenChange={(open) => !open && dismiss()}
      title={authTitles[tab ?? "login"]}
      {...(promise && { description: `${promise} assim que você entrar.` })}
    >
      {tab && <AuthTabs place="dialog" tab={tab} onTabChange={openAuthDialog} onLogin={closeAuthDialog} />}
    </Dialog>
  );
}
