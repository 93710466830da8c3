/** The login panel above a form whose author's session has ended. */
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { Button } from "#ui/button.tsx";

/** @param title purpose of the login */
export function LoginPanel({ title }: { title: string }) {
  return (
    <section
      aria-labelledby="entre"
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-line bg-card p-6"
    >
      <h2 id="entre" className="text-xl">
        {title}
      </h2>
      <p className="mt-2 text-muted">Sua sessão terminou. O que você já escreveu continua aqui.</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => openAuthDialog("login")}>Entrar</Button>
        <Button variant="secondary" onClick={() => openAuthDialog("register")}>
          Criar conta
        </Button>
      </div>
    </section>
  );
}
