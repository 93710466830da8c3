/** The content of `/forgot-password`: requests the recovery mail, then says where to look for it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { forgotPasswordForm } from "#accounts/contract.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { AccountPage } from "./account-page.tsx";
import { showFailure } from "./form-failure.ts";
import { requestPasswordReset } from "./password-recovery.ts";

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPasswordForm),
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestPasswordReset(email);
      setSentTo(email);
      toast({
        title: "E-mail enviado",
        description: "Verifique sua caixa de entrada para redefinir sua senha.",
        variant: "success",
      });
    } catch (error) {
      const general = "Ocorreu um erro ao enviar o e-mail de recuperação";
      showFailure(error, "Erro ao enviar e-mail de recuperação", setError, general);
    }
  });

  if (sentTo) return <Sent email={sentTo} onRetry={() => setSentTo(undefined)} />;
  return (
    <AccountPage
      title="Esqueceu a senha?"
      intro="Informe o e-mail da sua conta e enviaremos um link para criar uma nova senha."
      seed="chave"
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <EmailField
          {...register("email")}
          label="E-mail"
          autoComplete="username"
          enterKeyHint="send"
          error={errors.email?.message}
        />
        <FormAlert>{errors.root?.message}</FormAlert>
        <SubmitButton loading={isSubmitting}>Enviar link de recuperação</SubmitButton>
        <p className="text-sm">
          Lembrou? <TextLink href="/login">Voltar para o login</TextLink>
        </p>
      </form>
    </AccountPage>
  );
}

function Sent({ email, onRetry }: { email: string; onRetry: () => void }) {
  const intro = (
    <span role="status">
      Se houver uma conta com o endereço <strong className="wrap-anywhere text-ink">{email}</strong>, o link
      para criar uma nova senha chegará em instantes.
    </span>
  );
  return (
    <AccountPage title="Verifique seu e-mail" intro={intro} seed="chave">
      <p className="mb-6 text-muted">
        Não chegou? Olhe na pasta de spam, confira o endereço e tente novamente.
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <ButtonLink href="/login">Voltar para o login</ButtonLink>
        <Button variant="ghost" onClick={onRetry}>
          Tentar novamente
        </Button>
      </div>
    </AccountPage>
  );
}
