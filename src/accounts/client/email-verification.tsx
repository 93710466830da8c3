/** The content of `/verify-email`: confirms the address that the link speaks of and says how it went. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AccountError } from "./account-error.ts";
import { AccountPage } from "./account-page.tsx";
import {
  type Confirmation,
  type ConfirmationLink,
  confirmEmail,
  readConfirmationLink,
} from "./email-confirmation.ts";

type State =
  | { step: "loading" }
  | { step: "confirmed"; confirmation: Confirmation }
  | { step: "failed"; message: string; retry: (() => void) | undefined };

export function EmailVerification() {
  const [state, setState] = useState<State>({ step: "loading" });

  const confirm = useCallback((link: ConfirmationLink) => {
    setState({ step: "loading" });
    confirmEmail(link).then(
      (confirmation) => setState({ step: "confirmed", confirmation }),
      (error) => {
        const failure = error instanceof AccountError ? error : undefined;
        const general = "Não foi possível verificar seu email. Por favor, tente novamente.";
        // What the service did not refuse did not reach it: the link still holds.
        const retry = link.kind !== "none" && !failure?.code ? () => confirm(link) : undefined;
        setState({ step: "failed", message: failure?.message ?? general, retry });
      },
    );
  }, []);

  // By script and not by the address alone: a mail scanner that opens the link does not spend its token.
  useEffect(() => {
    const link = readConfirmationLink(new URL(location.href));
    // Tokens stay neither in the address bar nor in the history.
    history.replaceState(history.state, "", location.pathname);
    confirm(link);
  }, [confirm]);

  if (state.step === "loading") return <Frame title="Verificando seu email">{<Waiting />}</Frame>;
  if (state.step === "failed") return <Failed message={state.message} retry={state.retry} />;
  return <Confirmed {...state.confirmation} />;
}

function Frame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <AccountPage title={title} intro={intro} seed="confirmado">
      {children}
    </AccountPage>
  );
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-3 text-lg text-muted">
      <Spinner className="size-6" />
      Só um instante…
    </p>
  );
}

function Failed({ message, retry }: { message: string; retry: (() => void) | undefined }) {
  const intro = <span role="alert">{message}</span>;
  if (retry) {
    return (
      <Frame title="Falha na Verificação" intro={intro}>
        <div className="flex flex-wrap gap-3">
          <Button onClick={retry}>Tentar novamente</Button>
          <ButtonLink href="/auth-page" variant="ghost">
            Ir para o login
          </ButtonLink>
        </div>
      </Frame>
    );
  }
  return (
    <Frame title="Falha na Verificação" intro={intro}>
      <p className="mb-6 text-muted">
        Já confirmou antes? É só entrar. Ainda não? Tente entrar mesmo assim: ali você pode pedir um novo
        link.
      </p>
      <ButtonLink href="/auth-page">Ir para o login</ButtonLink>
    </Frame>
  );
}

function Confirmed({ email, choice }: Confirmation) {
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const choose = async (take: () => Promise<void>) => {
    setBusy(true);
    await take().catch(() => undefined);
    setChosen(true);
  };

  const intro = (
    <span role="status">
      O endereço <strong className="wrap-anywhere text-ink">{email}</strong> está confirmado. Boas-vindas à
      Prompteca!
    </span>
  );
  return (
    <Frame title="Email confirmado" intro={intro}>
      {choice && !chosen ? (
        <>
          <p className="mb-6">
            Neste navegador está aberta a conta de <strong>{choice.present}</strong>. Quer sair dela e entrar
            como <strong>{choice.newcomer}</strong>?
          </p>
          <div className="flex flex-wrap gap-3">
            <Button loading={busy} onClick={() => choose(choice.accept)}>
              Entrar como {choice.newcomer}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => choose(choice.decline)}>
              Continuar como {choice.present}
            </Button>
          </div>
        </>
      ) : (
        <ButtonLink href="/">Ir para o início</ButtonLink>
      )}
    </Frame>
  );
}
