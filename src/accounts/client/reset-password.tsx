/** The content of `/reset-password`: sets a new password with the token from the recovery mail. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { type MailedLinkAnswer, resetPasswordForm } from "#accounts/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { AccountPage } from "./account-page.tsx";
import { toastFailure } from "./form-failure.ts";
import { useIssuers } from "./identities/issuers.ts";
import { forgetToken, lookUpLink, takeAddress } from "./mailed-link.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { RESET_FAILED, resetPassword } from "./password-recovery.ts";

/** Delay before the redirect to the login (specification, section 9). */
const REDIRECT_MS = 3000;

type Step = "form" | "done" | "expired";

export function ResetPassword() {
  const [token, setToken] = useState<string>();
  const [account, setAccount] = useState<Exclude<MailedLinkAnswer, { kind: "none" }>>();
  const [step, setStep] = useState<Step>("form");

  useEffect(() => {
    const found = takeAddress().searchParams.get("token_hash");
    if (!found) return setStep("expired");
    setToken(found);
    const tell = (answer: MailedLinkAnswer) => {
      if (answer.kind === "none") setStep("expired");
      else setAccount(answer);
    };
    // On failure the error appears when the password is submitted.
    lookUpLink(found).then(tell, () => undefined);
  }, []);

  if (step === "done") return <Done />;
  if (step === "expired") return <Expired />;
  if (token && account?.kind === "confirmation") return <OfConfirmation token={token} />;
  return <NewPassword account={account} token={token} onStep={setStep} />;
}

interface NewPasswordProps {
  /** Undefined while loading. */
  account: { email: string } | undefined;
  /** Undefined until the URL has been read. */
  token: string | undefined;
  onStep: (step: Step) => void;
}

function NewPassword({ account, token, onStep }: NewPasswordProps) {
  const issuers = useIssuers();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    ...formBehavior,
  });

  const submit = handleSubmit(async ({ password }) => {
    try {
      await resetPassword(token as string, password);
      forgetToken();
      toast({ title: "Senha redefinida", description: "Entre com sua nova senha.", variant: "success" });
      onStep("done");
    } catch (error) {
      const message = toastFailure(RESET_FAILED, error, "Ocorreu um erro ao redefinir sua senha");
      const failure = error instanceof ApiError ? error : undefined;
      if (failure?.code === "otp_expired") onStep("expired");
      if (failure?.field === "password") setError("password", { message }, { shouldFocus: true });
      else setError("root", { message });
    }
  });

  return (
    <AccountPage
      title="Crie uma nova senha"
      intro={`Ao salvar, todas as sessões abertas da sua conta são encerradas e as chaves de API, revogadas${issuers.length > 0 ? "; as contas vinculadas são desvinculadas" : ""}.`}
      seed="segredo"
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <EmailField
          label="Conta"
          hint="Você está criando uma nova senha para esta conta."
          autoComplete="username"
          readOnly
          value={account?.email ?? ""}
        />
        <NewPasswordFields label="Nova senha" register={register} formState={formState} />
        <FormAlert>{formState.errors.root?.message}</FormAlert>
        <SubmitButton disabled={!token} loading={formState.isSubmitting}>
          Redefinir senha
        </SubmitButton>
      </form>
    </AccountPage>
  );
}

function Done() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/login", { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AccountPage
      title="Senha redefinida"
      intro={<span role="status">Pronto! Em instantes abriremos o login.</span>}
      seed="segredo"
    >
      <ButtonLink href="/login">Ir para o login</ButtonLink>
    </AccountPage>
  );
}

function OfConfirmation({ token }: { token: string }) {
  return (
    <AccountPage
      title="Este link confirma um e-mail"
      intro="Ele não serve para criar uma nova senha."
      seed="segredo"
    >
      <ButtonLink href={`/verify-email?token_hash=${encodeURIComponent(token)}&type=email`}>
        Ir para a confirmação
      </ButtonLink>
    </AccountPage>
  );
}

function Expired() {
  return (
    <AccountPage
      title="Link inválido ou expirado"
      intro={
        <span role="alert">
          Cada link de recuperação vale por pouco tempo e funciona uma só vez. Peça um novo para criar sua
          senha.
        </span>
      }
      seed="segredo"
    >
      <ButtonLink href="/forgot-password">Pedir novo link</ButtonLink>
    </AccountPage>
  );
}
