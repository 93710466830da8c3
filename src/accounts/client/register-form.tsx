/** The register form of the dialog and of `/auth`, with different toasts. */
import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import type { RegisterForm as Registration } from "#accounts/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { registrationSuccessPath } from "./account-paths.ts";
import { toastFailure } from "./form-failure.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { registerResolver } from "./register-resolver.ts";
import { startCooldown } from "./resend-verification.ts";
import { signUp } from "./sign-in.ts";
import { UsernameField } from "./username-field.tsx";
import { rememberSignup } from "./waiting-signup.ts";

/** Toasts of a failed registration. */
const failures = {
  dialog: { title: "Erro ao criar conta", general: "Ocorreu um erro ao tentar criar sua conta" },
  page: { title: "Falha no cadastro", general: "Ocorreu um erro ao cadastrar" },
};

export function RegisterForm({ place }: { place: "dialog" | "page" }) {
  const [, navigate] = useLocation();
  const { register, handleSubmit, setError, formState } = useForm<Registration>({
    resolver: registerResolver,
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    try {
      await signUp(form);
      rememberSignup(form);
      startCooldown(form.email);
      navigate(registrationSuccessPath(form.email));
    } catch (error) {
      const { title, general } = failures[place];
      const message = toastFailure(title, error, general);
      const field = error instanceof ApiError && (error.field as keyof Registration | undefined);
      if (field) setError(field, { message }, { shouldFocus: true });
      else setError("root", { message });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <UsernameField {...register("username")} enterKeyHint="next" error={errors.username?.message} />
      <EmailField
        {...register("email")}
        label="E-mail"
        autoComplete="username"
        enterKeyHint="next"
        error={errors.email?.message}
      />
      <NewPasswordFields label="Senha" enterKeyHint="next" register={register} formState={formState} />
      <Checkbox {...register("terms")} label={<TermsLabel />} error={errors.terms?.message} />
      <FormAlert>{errors.root?.message}</FormAlert>
      <SubmitButton loading={isSubmitting}>Cadastrar</SubmitButton>
    </form>
  );
}

/** The texts open in a new tab, so that input is kept. */
export function TermsLabel() {
  return (
    <>
      {"Li e aceito os "}
      <a className="text-link" href="/terms-of-use" target="_blank" rel="noopener">
        Termos de Uso
      </a>
      {" e a "}
      <a className="text-link" href="/privacy-policy" target="_blank" rel="noopener">
        Política de Privacidade
      </a>
    </>
  );
}
