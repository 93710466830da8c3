/** The form that corrects the mistyped address of a registration. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { correctEmailRequest } from "#accounts/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { showFailure } from "./form-failure.ts";
import { startCooldown } from "./resend-verification.ts";
import { correctEmail, rememberedPassword } from "./waiting-signup.ts";

interface Props {
  /** Current address of the registration. */
  email: string;
  /** Called when the mail to the new address is on its way. */
  onCorrected: (email: string) => void;
  onCancel: () => void;
}

export function CorrectEmailForm({ email, onCorrected, onCancel }: Props) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(correctEmailRequest),
    defaultValues: { email, password: rememberedPassword(email), new_email: email },
    ...formBehavior,
  });
  // Prefilled: most errors are a letter or two.
  useEffect(() => setFocus("new_email"), [setFocus]);

  const submit = handleSubmit(async ({ password, new_email }) => {
    try {
      await correctEmail(email, password, new_email);
      startCooldown(new_email);
      toast({
        title: "E-mail corrigido",
        description: `Enviamos um novo link para ${new_email}.`,
        variant: "success",
      });
      onCorrected(new_email);
    } catch (error) {
      if (error instanceof ApiError && error.code === "signup_not_found") {
        setError("password", { message: error.message }, { shouldFocus: true });
      } else {
        showFailure(error, "Erro ao corrigir e-mail", setError);
      }
    }
  });

  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <EmailField
        {...register("new_email")}
        label="Endereço correto"
        autoComplete="email"
        enterKeyHint="next"
        hint="O link que já enviamos deixa de valer."
        error={errors.new_email?.message}
      />
      <PasswordField
        {...register("password")}
        label="Senha do cadastro"
        autoComplete="current-password"
        enterKeyHint="send"
        error={errors.password?.message}
      />
      <FormAlert>{errors.root?.message}</FormAlert>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <SubmitButton loading={isSubmitting}>Corrigir e-mail</SubmitButton>
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
