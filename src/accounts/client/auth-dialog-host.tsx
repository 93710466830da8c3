/** The place of the login dialog on the page; the shell mounts it once. */
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { toast } from "#ui/toast.ts";
import { type AuthTab, closeAuthDialog, useAuthDialog } from "./auth-dialog-state.ts";

/** Loads the dialog when it is first opened; until then it weighs nothing. */
export function AuthDialogHost() {
  const tab = useAuthDialog();
  const [path] = useLocation();
  const [loaded, setLoaded] = useState<{ AuthDialog: ComponentType<{ tab: AuthTab | null }> }>();
  const wanted = tab !== null && !loaded;

  useEffect(() => {
    if (!wanted) return;
    import("./auth-dialog.tsx").then(setLoaded, () => {
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

  return loaded && <loaded.AuthDialog tab={tab} />;
}
