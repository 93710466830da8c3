/** The content of `/reset-password`: sets a new password with the token from the recovery mail. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useSearch } from "wouter";
import { resetPasswordForm } from "#accounts/contract.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { toast } from "#ui/toast.ts";
import { AccountError } from "./account-error.ts";
import { AccountPage } from "./account-page.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { createPasswordRecovery } from "./password-recovery.ts";

/** How long the confirmation stays before the login takes its place (specification, section 9). */
const REDIRECT_MS = 3000;

type Step = "form" | "done" | "expired";

export function ResetPassword() {
  const token = new URLSearchParams(useSearch()).get("token_hash");
  const [recover] = useState(() => (token ? createPasswordRecovery(token) : undefined));
  const [step, setStep] = useState<Step>("form");

  if (step === "done") return <Done />;
  if (!recover || step === "expired") return <Expired />;
  return <NewPassword recover={recover} onStep={setStep} />;
}

interface NewPasswordProps {
  recover: (password: string) => Promise<void>;
  onStep: (step: Step) => void;
}

function NewPassword({ recover, onStep }: NewPasswordProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    ...formBehavior,
  });

  const submit = handleSubmit(async ({ password }) => {
    try {
      await recover(password);
      toast({ title: "Senha redefinida", description: "Entre com sua nova senha.", variant: "success" });
      onStep("done");
    } catch (error) {
      const failure = error instanceof AccountError ? error : undefined;
      const general = "Ocorreu um erro ao redefinir sua senha";
      const description = failure?.message ?? general;
      toast({ title: "Erro ao redefinir senha", description, variant: "destructive" });
      if (failure?.code === "otp_expired") onStep("expired");
      if (failure?.field === "password")
        setError("password", { message: description }, { shouldFocus: true });
    }
  });

  return (
    <AccountPage
      title="Crie uma nova senha"
      intro="Ao salvar, todas as sessões abertas da sua conta são encerradas."
      seed="segredo"
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <NewPasswordFields label="Nova senha" register={register} formState={formState} />
        <SubmitButton loading={formState.isSubmitting}>Redefinir senha</SubmitButton>
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
      intro={<span role="status">Pronto! Em instantes você será levado ao login.</span>}
      seed="segredo"
    >
      <ButtonLink href="/login">Ir para o login</ButtonLink>
    </AccountPage>
  );
}

function Expired() {
  return (
    <AccountPage
      title="Link inválido ou expirado"
      intro="Cada link de recuperação vale por pouco tempo e funciona uma só vez. Peça um novo para criar sua senha."
      seed="segredo"
    >
      <ButtonLink href="/forgot-password">Pedir novo link</ButtonLink>
    </AccountPage>
  );
}
