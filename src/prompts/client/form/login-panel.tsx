/** The login panel above a form whose author's session has ended. */
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { Button } from "#ui/button.tsx";
import { FormPanel } from "./form-panel.tsx";

/** @param title purpose of the login */
export function LoginPanel({ title }: { title: string }) {
  return (
    <FormPanel
      title={title}
      action={
        <>
          <Button onClick={() => openAuthDialog("login")}>Entrar</Button>
          <Button variant="secondary" onClick={() => openAuthDialog("register")}>
            Criar conta
          </Button>
        </>
      }
    >
      Sua sessão terminou. O que você já escreveu continua aqui.
    </FormPanel>
  );
}
