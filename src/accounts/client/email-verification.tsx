/** The content of `/verify-email`: describes what the link would do, does it on request and reports the result. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { messages } from "#accounts/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AccountPage } from "./account-page.tsx";
import {
  type Choice,
  type ConfirmationLink,
  findOut,
  type LinkTarget,
  readConfirmationLink,
  UNVERIFIED,
} from "./email-confirmation.ts";
import { forgetInterrupted, type Interrupted, readInterrupted } from "./interrupted.ts";
import { SessionQuestion, SignupQuestion } from "./link-questions.tsx";
import { takeAddress } from "./mailed-link.ts";
import { useSession } from "./session.ts";
import { SESSION_NOT_KEPT, sessionLasts } from "./session-storage.ts";

const FAILED = "Falha na Verificação";

type State =
  | { step: "loading" }
  | { step: "found"; found: LinkTarget }
  | { step: "declined"; found: LinkTarget }
  | { step: "confirmed"; email: string; choice?: Choice | undefined }
  | { step: "failed"; message: string; retry?: () => void };

/** Whether looking up a link failed for good; otherwise the link may still be valid. */
function isRefused(link: ConfirmationLink, failure: ApiError | undefined): boolean {
  if (!failure) return false;
  if (link.kind === "token") return failure.code === "otp_expired";
  return link.kind !== "tokens" || failure.code !== "network";
}

export function EmailVerification() {
  const [state, setState] = useState<State>({ step: "loading" });
  /** Read at once: it is forgotten as soon as it is finished. */
  const [interrupted, setInterrupted] = useState<Interrupted | null>(null);

  const lookUp = useCallback((link: ConfirmationLink) => {
    setState({ step: "loading" });
    findOut(link).then(
      (found) => setState({ step: "found", found }),
      (error) => {
        const failure = error instanceof ApiError ? error : undefined;
        setState({
          step: "failed",
          message: failure?.message ?? UNVERIFIED,
          ...(!isRefused(link, failure) && { retry: () => lookUp(link) }),
        });
      },
    );
  }, []);

  useEffect(() => {
    setInterrupted(readInterrupted());
    lookUp(readConfirmationLink(takeAddress()));
    // Pasting a link that differs only in its fragment does not reload the page. The skip link's fragment has no token.
    const readAgain = () => {
      if (readConfirmationLink(new URL(location.href)).kind === "none") return;
      lookUp(readConfirmationLink(takeAddress()));
    };
    window.addEventListener("hashchange", readAgain);
    return () => window.removeEventListener("hashchange", readAgain);
  }, [lookUp]);

  /** The pressed button has disappeared: move focus to the heading. */
  const goOn = (next: State) => {
    setState(next);
    document.querySelector("main")?.focus();
  };

  switch (state.step) {
    case "loading":
      return (
        <Frame title="Verificando seu e-mail">
          <p role="status" className="flex items-center gap-3 text-lg text-muted">
            <Spinner className="size-6" />
            Só um instante…
          </p>
        </Frame>
      );
    case "failed":
      return <Failed message={state.message} retry={state.retry} />;
    case "declined":
      return <Declined onBack={() => goOn({ step: "found", found: state.found })} />;
    case "confirmed":
      return <Confirmed {...state} interrupted={interrupted} />;
    case "found":
      break;
  }
  const { found } = state;
  const fail = (message: string) => goOn({ step: "failed", message });
  switch (found.kind) {
    case "confirmation":
      return (
        <SignupQuestion
          signup={found}
          onConfirmed={(choice) => goOn({ step: "confirmed", email: found.email, choice })}
          onFailed={fail}
          onDeclined={() => goOn({ step: "declined", found })}
        />
      );
    case "session":
      return (
        <SessionQuestion
          session={found}
          onEntered={() => goOn({ step: "confirmed", email: found.email })}
          onFailed={fail}
        />
      );
    case "foreign":
      return <Foreign {...found} />;
    case "confirmed":
      return <Confirmed email={found.email} interrupted={interrupted} />;
  }
}

function Frame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <AccountPage title={title} intro={intro} seed="confirmado">
      {children}
    </AccountPage>
  );
}

function Failed({ message, retry }: { message: string; retry: (() => void) | undefined }) {
  return (
    <Frame title={FAILED} intro={<span role="alert">{message}</span>}>
      {retry ? (
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Button onClick={retry}>Tentar novamente</Button>
          <ButtonLink href="/auth-page" variant="ghost">
            Ir para o login
          </ButtonLink>
        </div>
      ) : (
        <AfterRefusal />
      )}
    </Frame>
  );
}

/** Ways on after a link that is no longer valid. */
function AfterRefusal() {
  const present = useSession().user;
  return (
    <>
      <p className="mb-6 text-muted">
        {present ? (
          <>
            Você já está na conta de <strong>{present.username}</strong>. Se o link era dessa conta, não falta
            nada: o e-mail já foi confirmado.
          </>
        ) : (
          "Já confirmou antes? É só entrar. Ainda não? Tente entrar mesmo assim: ali você pode pedir um novo link."
        )}
      </p>
      <ButtonLink href={present ? "/" : "/auth-page"}>
        {present ? "Ir para o início" : "Ir para o login"}
      </ButtonLink>
    </>
  );
}

function Foreign({ isRecovery, page }: { isRecovery: boolean; page?: string }) {
  const intro = isRecovery
    ? "Este link não confirma um e-mail: ele serve para criar uma nova senha."
    : "Este link não confirma um e-mail.";
  return (
    <Frame title={FAILED} intro={<span role="alert">{intro}</span>}>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {page && <ButtonLink href={page}>Criar nova senha</ButtonLink>}
        <ButtonLink href="/auth-page" variant={page ? "ghost" : "primary"}>
          Ir para o login
        </ButtonLink>
      </div>
    </Frame>
  );
}

function Declined({ onBack }: { onBack: () => void }) {
  const intro = (
    <span role="status">
      Nada foi confirmado. Sem a confirmação, nenhuma conta é criada, e o cadastro expira sozinho em até 7
      dias.
    </span>
  );
  return (
    <Frame title="Tudo como estava" intro={intro}>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <ButtonLink href="/">Ir para o início</ButtonLink>
        <Button variant="ghost" onClick={onBack}>
          Voltar à confirmação
        </Button>
      </div>
    </Frame>
  );
}

interface ConfirmedProps {
  email: string;
  choice?: Choice | undefined;
  interrupted: Interrupted | null;
}

function Confirmed({ email, choice, interrupted }: ConfirmedProps) {
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const choose = async (take: () => Promise<void>) => {
    setBusy(true);
    await take().catch(() => undefined);
    setChosen(true);
    // The button lost focus when it was disabled, before it disappeared.
    document.querySelector("main")?.focus();
  };

  const intro = (
    <span role="status">
      O endereço <strong className="wrap-anywhere text-ink">{email}</strong> está confirmado. Boas-vindas à
      Prompteca!
    </span>
  );
  return (
    <Frame title="E-mail confirmado" intro={intro}>
      {choice && !chosen ? (
        <>
          <p className="mb-6">
            {messages.accountOpenHere} <strong>{choice.present}</strong>. Quer sair dela e entrar como{" "}
            <strong>{choice.newcomer}</strong>?
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
        <NextStep interrupted={interrupted} />
      )}
    </Frame>
  );
}

/** On with what the registration interrupted, else with publishing. */
function NextStep({ interrupted }: { interrupted: Interrupted | null }) {
  const { user } = useSession();
  useEffect(() => {
    // A task is forgotten once it is done.
    if (interrupted && !interrupted.task) forgetInterrupted();
  }, [interrupted]);
  const { path, purpose, promise } = interrupted ?? {
    path: "/submit",
    purpose: "compartilhar seu primeiro prompt",
  };
  return (
    <>
      {promise && <p className="mb-6 wrap-anywhere">{promise}.</p>}
      {user && !sessionLasts() && <p className="mb-6 text-muted">{SESSION_NOT_KEPT}</p>}
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <ButtonLink href={path}>{promise ? "Voltar ao prompt" : capitalize(purpose)}</ButtonLink>
        <ButtonLink href="/" variant="ghost">
          Ir para o início
        </ButtonLink>
      </div>
    </>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
