/** The login form of the dialog and of `/auth`, with different toasts. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { loginForm } from "#accounts/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { TextLink } from "#ui/button-link.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { registrationSuccessPath } from "./account-paths.ts";
import { openAuthDialog } from "./auth-dialog-state.ts";
import { toastFailure } from "./form-failure.ts";
import { PasskeyLogin } from "./passkeys/passkey-login.tsx";
import { SESSION_NOT_KEPT, sessionLasts } from "./session-storage.ts";
import { signIn } from "./sign-in.ts";
import { rememberSignup } from "./waiting-signup.ts";

interface Props {
  place: "dialog" | "page";
  /** Whether the login is to last; other ways to log in ask it, too. */
  remembers: boolean;
  onRemember: (remembers: boolean) => void;
  /** Called after a login. */
  onDone?: () => void;
}

function greet(place: Props["place"], username: string): void {
  const greeting = place === "dialog" ? "Bem-vindo de volta!" : `Olá, ${username}!`;
  const description = sessionLasts() ? greeting : `${greeting} ${SESSION_NOT_KEPT}`;
  toast({ title: "Login bem-sucedido", description, variant: "success" });
}

/** @returns the reason, for the form */
function tellFailure(place: Props["place"], failure: ApiError | undefined): string {
  if (place === "page") return toastFailure("Falha no login", failure, "Ocorreu um erro ao fazer login");
  const shown = failure?.code === "invalid_credentials" ? undefined : failure;
  return toastFailure("Erro ao fazer login", shown, "Verifique suas credenciais e tente novamente");
}

/** Why a login was refused, and which fields that concerns. */
interface Refusal {
  reason: string;
  code: string | undefined;
}
const OF_EMAIL = new Set<string | undefined>(["invalid_credentials", "email_not_confirmed", "user_banned"]);
const OF_PASSWORD = new Set<string | undefined>(["invalid_credentials"]);

export function LoginForm({ place, remembers, onRemember, onDone }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const alert = useId();
  const { register, handleSubmit, setFocus, getValues, formState } = useForm({
    resolver: zodResolver(loginForm),
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;

  const forgetRefusal = () => {
    setUnconfirmed(undefined);
    setRefusal(undefined);
  };
  const submit = handleSubmit(async (form) => {
    forgetRefusal();
    try {
      const { username, hasPasskeys } = await signIn(form);
      greet(place, username);
      onDone?.();
      if (!hasPasskeys) return;
      const { needsPasskey } = await import("./passkeys/device.ts");
      if (await needsPasskey()) openAuthDialog("passkey");
    } catch (error) {
      const failure = refuse(error);
      if (failure?.code === "email_not_confirmed") {
        rememberSignup(form);
        setUnconfirmed(form.email);
      }
      setFocus("password", { shouldSelect: true });
    }
  });
  function refuse(error: unknown): ApiError | undefined {
    const failure = error instanceof ApiError ? error : undefined;
    setRefusal({ reason: tellFailure(place, failure), code: failure?.code });
    return failure;
  }
  // On a small screen the reason pushes the button out of sight.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) form.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  const concerning = (codes: Set<string | undefined>) => (codes.has(refusal?.code) ? alert : undefined);

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5 *:last:scroll-mb-4">
      <EmailField
        {...register("email", { onChange: forgetRefusal })}
        label="E-mail"
        autoComplete="username webauthn"
        enterKeyHint="next"
        error={errors.email?.message}
        refusedBy={concerning(OF_EMAIL)}
      />
      <PasswordField
        {...register("password", { onChange: forgetRefusal })}
        label="Senha"
        autoComplete="current-password"
        enterKeyHint="go"
        error={errors.password?.message}
        refusedBy={concerning(OF_PASSWORD)}
      />
      <div className="flex flex-wrap items-center justify-between gap-6">
        <Checkbox
          {...register("rememberMe", { onChange: ({ target }) => onRemember(target.checked) })}
          defaultChecked={remembers}
          label="Lembrar de mim"
          hint={remembers ? undefined : "Você entra só nesta aba, até fechá-la."}
        />
        <TextLink href="/forgot-password" className="-my-2.5 inline-block py-2.75 text-sm">
          Esqueceu a senha?
        </TextLink>
      </div>
      <FormAlert id={alert}>{refusal?.reason}</FormAlert>
      {/* Always rendered: screen readers announce changes of a live region, not its initial content. */}
      <div role="status" className="empty:absolute">
        {unconfirmed && (
          <p className="rounded-tile border border-line bg-primary-soft p-4 text-sm">
            Não recebeu o e-mail de confirmação?{" "}
            <TextLink href={registrationSuccessPath(unconfirmed)}>
              Peça um novo ou corrija o endereço
            </TextLink>
            .
          </p>
        )}
        {refusal?.code === "user_banned" && (
          <p className="rounded-tile border border-line bg-primary-soft p-4 text-sm">
            <TextLink href="/blocked-account">Leia o motivo e, se não concordar, conteste</TextLink>. Lá você
            também pode baixar seus dados ou excluir a conta.
          </p>
        )}
      </div>
      <SubmitButton loading={isSubmitting}>Entrar</SubmitButton>
      <PasskeyLogin
        remember={() => getValues("rememberMe")}
        onDone={(username) => {
          greet(place, username);
          onDone?.();
        }}
        onFailure={refuse}
      />
    </form>
  );
}
