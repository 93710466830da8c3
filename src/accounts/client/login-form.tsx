/** The login form of the dialog and of `/auth`, with different toasts. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { loginForm } from "#accounts/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { TextLink } from "#ui/button-link.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { registrationSuccessPath } from "./account-paths.ts";
import { toastFailure } from "./form-failure.ts";
import { signIn } from "./sign-in.ts";
import { rememberSignup } from "./waiting-signup.ts";

interface Props {
  place: "dialog" | "page";
  /** Called after a login. */
  onDone?: () => void;
}

function greet(place: Props["place"], username: string): void {
  const description = place === "dialog" ? "Bem-vindo de volta!" : `Olá, ${username}!`;
  toast({ title: "Login bem-sucedido", description, variant: "success" });
}

function tellFailure(place: Props["place"], failure: ApiError | undefined): void {
  if (place === "page") {
    toastFailure("Falha no login", failure, "Ocorreu um erro ao fazer login");
  } else {
    const shown = failure?.code === "invalid_credentials" ? undefined : failure;
    toastFailure("Erro ao fazer login", shown, "Verifique suas credenciais e tente novamente");
  }
}

export function LoginForm({ place, onDone }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [blocked, setBlocked] = useState(false);
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(loginForm),
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    setUnconfirmed(undefined);
    setBlocked(false);
    try {
      greet(place, await signIn(form));
      onDone?.();
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      tellFailure(place, failure);
      if (failure?.code === "email_not_confirmed") {
        rememberSignup(form);
        setUnconfirmed(form.email);
      }
      setBlocked(failure?.code === "user_banned");
      setFocus("password");
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <EmailField
        {...register("email")}
        label="Email"
        autoComplete="username"
        enterKeyHint="next"
        error={errors.email?.message}
      />
      <PasswordField
        {...register("password")}
        label="Senha"
        autoComplete="current-password"
        enterKeyHint="go"
        error={errors.password?.message}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Checkbox {...register("rememberMe")} defaultChecked label="Lembrar de mim" />
        <TextLink href="/forgot-password" className="-my-2.5 inline-block py-2.75 text-sm">
          Esqueceu a senha?
        </TextLink>
      </div>
      {/* Always rendered: screen readers announce changes of a live region, not its initial content. */}
      <div role="status" className="empty:absolute">
        {unconfirmed && (
          <p className="rounded-tile border border-line bg-primary-soft p-4 text-sm">
            Não recebeu o email de confirmação?{" "}
            <TextLink href={registrationSuccessPath(unconfirmed)}>
              Peça um novo ou corrija o endereço
            </TextLink>
            .
          </p>
        )}
        {blocked && (
          <p className="rounded-tile border border-line bg-primary-soft p-4 text-sm">
            Sua conta está bloqueada. Você ainda pode{" "}
            <TextLink href="/blocked-account">baixar seus dados ou excluir a conta</TextLink>.
          </p>
        )}
      </div>
      <SubmitButton loading={isSubmitting}>Entrar</SubmitButton>
    </form>
  );
}
