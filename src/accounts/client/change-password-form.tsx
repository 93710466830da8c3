/** The form to change the password of a logged-in user. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { resetPasswordForm } from "#accounts/contract.ts";
import { authErrorMessage } from "#accounts/messages.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { toast } from "#ui/toast.ts";
import { changePassword } from "./account-changes.ts";
import { showFailure } from "./form-failure.ts";
import { identitiesOptions } from "./identities/identities.queries.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** The rules of a new password; only the service can check the current one. */
const changePasswordForm = z.safeExtend(resetPasswordForm, {
  currentPassword: z
    .string()
    .check(z.minLength(1, { error: authErrorMessage({ code: "current_password_required" }) })),
});

const firstPasswordForm = z.safeExtend(resetPasswordForm, { currentPassword: z.string() });

const empty = { currentPassword: "", password: "", confirmPassword: "" };

/** @param email for password managers */
export function ChangePasswordForm({ userId, email }: { userId: string; email: string }) {
  const client = useQueryClient();
  const { data } = useQuery(identitiesOptions(userId));
  // Who came by an issuer has none yet, also where the issuer is no longer offered.
  const hasPassword = data?.has_password !== false;
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(hasPassword ? changePasswordForm : firstPasswordForm),
    defaultValues: empty,
    ...formBehavior,
  });

  const submit = handleSubmit(async ({ currentPassword, password }) => {
    try {
      await changePassword(currentPassword, password);
      reset(empty);
      toast({
        title: hasPassword ? "Senha alterada" : "Senha criada",
        description: "As outras sessões da sua conta foram encerradas e as chaves de API, revogadas.",
        variant: "success",
      });
    } catch (error) {
      showFailure(error, "Erro ao alterar senha", setError);
    } finally {
      // A new password ends sessions and keys, which are listed beside the form; the answer that says so may be lost.
      void client.invalidateQueries();
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          {...register("currentPassword")}
          label="Senha atual"
          autoComplete="current-password"
          enterKeyHint="next"
          error={formState.errors.currentPassword?.message}
        />
      ) : (
        <p>Sua conta ainda não tem senha. Crie uma para entrar também com o e-mail.</p>
      )}
      <NewPasswordFields label="Nova senha" register={register} formState={formState} />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <SubmitButton loading={formState.isSubmitting} className="justify-self-start">
        {hasPassword ? "Alterar senha" : "Criar senha"}
      </SubmitButton>
    </form>
  );
}
