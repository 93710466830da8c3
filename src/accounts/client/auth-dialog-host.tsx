/** Mounts the login dialog; used once, by the shell. */
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { loadPart, siteAnswers } from "#platform/client/parts.ts";
import { Spinner } from "#ui/spinner.tsx";
import { toast } from "#ui/toast.ts";
import { loginPath } from "./account-paths.ts";
import { type AuthStep, closeAuthDialog, useAuthDialog } from "./auth-dialog-state.ts";

/** Loads the dialog when first opened. */
export function AuthDialogHost() {
  const tab = useAuthDialog();
  const [path] = useLocation();
  const [loaded, setLoaded] = useState<{ AuthDialog: ComponentType<{ tab: AuthStep | null }> }>();
  const wanted = tab !== null && !loaded;

  useEffect(() => {
    if (!wanted) return;
    loadPart(() => import("./auth-dialog.tsx")).then(setLoaded, async () => {
      // If it fails to load, go to the login page instead.
      if (await siteAnswers()) return location.assign(loginPath(location.pathname + location.search));
      closeAuthDialog();
      toast({
        title: "O login não abriu",
        description: "Verifique sua conexão e tente novamente.",
        variant: "destructive",
      });
    });
  }, [wanted]);

  // Navigating closes the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the path
  useEffect(closeAuthDialog, [path]);

  if (wanted) return <DialogUnderWay />;
  return loaded && <loaded.AuthDialog tab={tab} />;
}

/** Visible only while the dialog loads slowly. */
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
