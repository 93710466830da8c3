/** The login dialog itself; loaded when it is first opened. */
import { Dialog } from "#ui/dialog.tsx";
import { type AuthTab, closeAuthDialog, openAuthDialog } from "./auth-dialog-state.ts";
import { AuthTabs, authTitles } from "./auth-tabs.tsx";

/** @param tab null while closed */
export function AuthDialog({ tab }: { tab: AuthTab | null }) {
  return (
    <Dialog
      open={tab !== null}
      onOpenChange={(open) => !open && closeAuthDialog()}
      title={authTitles[tab ?? "login"]}
    >
      {tab && <AuthTabs place="dialog" tab={tab} onTabChange={openAuthDialog} onLogin={closeAuthDialog} />}
    </Dialog>
  );
}
