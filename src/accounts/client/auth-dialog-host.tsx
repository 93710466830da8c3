/** The place of the login dialog on the page; the shell mounts it once. */
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { loadPart, siteAnswers } from "#platform/client/parts.ts";
import { Spinner } from "#ui/spinner.tsx";
import { toast } from "#ui/toast.ts";
import { loginPath } from "./account-paths.ts";
import { type AuthTab, closeAuthDialog, useAuthDialog } from "./auth-dialog-state.ts";

/** Loads the dialog when it is first opened; until then it weighs nothing. */
export function AuthDialogHost() {
  const tab = useAuthDialog();
  const [path] = useLocation();
  const [loaded, setLoaded] = useState<{ AuthDialog: ComponentType<{ tab: AuthTab | null }> }>();
  const wanted = tab !== null && !loaded;

  useEffect(() => {
    if (!wanted) return;
    loadPart(() => import("./auth-dialog.tsx")).then(setLoaded, async () => {
      // The login has a page too, and what is missing here comes with a new page.
      if (await siteAnswers()) return location.assign(loginPath(location.pathname + location.search));
      closeAuthDialog();
      toast({
        title: "Erro",
        description: "Não foi possível abrir o login. Verifique sua conexão e tente novamente.",
        variant: "destructive",
      });
    });
  }, [wanted]);

  // Its links lead to other pages, where it would be in the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is not read, its change is what matters
  useEffect(closeAuthDialog, [path]);

  if (wanted) return <DialogUnderWay />;
  return loaded && <loaded.AuthDialog tab={tab} />;
}

/** Seen only when the dialog takes its time. */
function DialogUnderWay() {
  return (
    <p
      role="status"
      className="fixed inset-0 z-50 grid animate-appear place-items-center bg-scrim text-primary [animation-delay:300ms] [animation-fill-mode:backwards]"
    >
      <span className="rounded-tile rounded-tr-corner bg-card p-5 shadow-float">
        <Spinner className="size-8" />
        <span className="sr-only">Abrindo o login…</span>
      </span>
    </p>
  );
}
