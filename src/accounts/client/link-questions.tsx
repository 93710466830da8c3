/** Questions of `/verify-email` before it acts: whether the sign-up is the user's own, and whether to log in by the link. */
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { messages, othersWaiting } from "#accounts/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { AccountPage } from "./account-page.tsx";
import {
  type Choice,
  confirmEmail,
  enterSession,
  type SessionFound,
  type SignupFound,
  UNVERIFIED,
} from "./email-confirmation.ts";
import { toastFailure } from "./form-failure.ts";
import { useSession } from "./session.ts";

/** Errors after which trying again is useless. */
const FINAL = new Set(["otp_expired", "username_taken"]);

interface SignupProps {
  signup: SignupFound;
  onConfirmed: (choice: Choice | undefined) => void;
  /** Called when the sign-up can no longer be confirmed. */
  onFailed: (message: string) => void;
  onDeclined: () => void;
}

export function SignupQuestion({ signup, onConfirmed, onFailed, onDeclined }: SignupProps) {
  const { email, username, signed_up_at: signedUpAt, others_waiting: others } = signup;
  const [needsPassword, setNeedsPassword] = useState(signup.needs_password);
  const [refusal, setRefusal] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const signedIn = useSession().user;

  function refuse(message: string) {
    setRefusal(message);
    password.current?.focus();
  }

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const typed = password.current?.value;
    if (needsPassword && !typed) return refuse(messages.signupPasswordRequired);
    setBusy(true);
    setRefusal(undefined);
    setFailed(undefined);
    try {
      onConfirmed(await confirmEmail(signup, typed));
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      setBusy(false);
      if (failure?.field === "password") {
        setNeedsPassword(true);
        refuse(failure.message);
      } else if (failure && FINAL.has(failure.code)) {
        onFailed(failure.message);
      } else {
        setFailed(toastFailure("Erro ao confirmar e-mail", failure, UNVERIFIED));
      }
    }
  }

  return (
    <AccountPage
      title="Confirme seu e-mail"
      intro={
        <span role="status">Este link ativa o cadastro abaixo. Confirme só se foi você quem o fez.</span>
      }
      seed="confirmado"
    >
      <dl className="grid gap-4 rounded-tile rounded-tr-corner border border-line bg-card p-5">
        <Fact name="Nome de usuário">{username}</Fact>
        <Fact name="E-mail">{email}</Fact>
        <Fact name="Cadastro feito em">
          <time dateTime={signedUpAt}>{formatDateTime(signedUpAt)}</time>
        </Fact>
      </dl>
      {others > 0 && (
        <Notice>
          {othersWaiting(others)} Ao confirmar este, {others === 1 ? "o outro deixa" : "os outros deixam"} de
          valer: confira o nome e a hora.
        </Notice>
      )}
      {signedIn && (
        <Notice>
          {messages.accountOpenHere} <strong>{signedIn.username}</strong>. Depois de confirmar, você escolhe
          com qual continuar.
        </Notice>
      )}
      <form noValidate onSubmit={confirm} className="mt-6 grid gap-5">
        {needsPassword && (
          <>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              ref={password}
              name="password"
              label="Senha do cadastro"
              autoComplete="current-password"
              enterKeyHint="go"
              maxLength={200}
              hint="O cadastro foi feito em outro navegador: a senha escolhida nele confirma que é você."
              error={refusal}
            />
          </>
        )}
        <FormAlert>{failed}</FormAlert>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <SubmitButton loading={busy}>Confirmar meu e-mail</SubmitButton>
          <Button variant="ghost" disabled={busy} onClick={onDeclined}>
            Não fui eu
          </Button>
        </div>
      </form>
      {needsPassword && (
        <p className="mt-6 text-sm text-muted">
          Esqueceu a senha? Abra o link no navegador do cadastro, ou{" "}
          <TextLink href="/auth?tab=register">cadastre-se de novo com este e-mail</TextLink> e confirme pela
          nova mensagem.
        </p>
      )}
    </AccountPage>
  );
}

interface SessionProps {
  session: SessionFound;
  onEntered: () => void;
  onFailed: (message: string) => void;
}

export function SessionQuestion({ session, onEntered, onFailed }: SessionProps) {
  const { userId, email, username } = session;
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const signedIn = useSession().user;
  const other = signedIn && signedIn.id !== userId ? signedIn : undefined;

  async function enter() {
    setBusy(true);
    try {
      await enterSession(session);
      onEntered();
    } catch (error) {
      onFailed(error instanceof ApiError ? error.message : "Sessão inválida");
    }
  }

  return (
    <AccountPage
      title="Entrar com este link?"
      intro={
        <span role="status">
          Este link abre uma conta neste navegador, sem senha. Entre só se a conta for sua.
        </span>
      }
      seed="confirmado"
    >
      <dl className="grid gap-4 rounded-tile rounded-tr-corner border border-line bg-card p-5">
        <Fact name="Nome de usuário">{username}</Fact>
        <Fact name="E-mail">{email}</Fact>
      </dl>
      {other && (
        <Notice>
          Aqui está aberta a conta de <strong>{other.username}</strong>. Ao entrar, você sai dela.
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button loading={busy} onClick={enter}>
          Entrar como {username}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => navigate("/")}>
          {other ? `Continuar como ${other.username}` : "Não entrar"}
        </Button>
      </div>
    </AccountPage>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 rounded-tile border border-line bg-primary-soft p-4 text-sm wrap-anywhere">
      {children}
    </p>
  );
}
