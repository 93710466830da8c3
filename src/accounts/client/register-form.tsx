/** The register form of the dialog and of `/auth`, with different username rules and toasts. */
import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import type { RegisterForm as Registration } from "#accounts/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField, TextField } from "#ui/text-field.tsx";
import { registrationSuccessPath } from "./account-paths.ts";
import { toastFailure } from "./form-failure.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { dialogResolver, pageResolver } from "./register-resolver.ts";
import { signUp } from "./sign-in.ts";
import { rememberSignup } from "./waiting-signup.ts";

/** Toasts of a failed registration. */
const failures = {
  dialog: { title: "Erro ao criar conta", general: "Ocorreu um erro ao tentar criar sua conta" },
  page: { title: "Falha no cadastro", general: "Ocorreu um erro ao cadastrar" },
};

export function RegisterForm({ place }: { place: "dialog" | "page" }) {
  const [, navigate] = useLocation();
  const { register, handleSubmit, setError, formState } = useForm<Registration>({
    resolver: place === "dialog" ? dialogResolver : pageResolver,
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    try {
      await signUp(form);
      rememberSignup(form);
      navigate(registrationSuccessPath(form.email));
    } catch (error) {
      const { title, general } = failures[place];
      if (error instanceof ApiError && error.field) {
        setError(error.field as keyof Registration, { message: error.message }, { shouldFocus: true });
      }
      toastFailure(title, error, general);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        {...register("username")}
        label="Nome de usuário"
        autoComplete="nickname"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        hint="É assim que você aparece nos seus prompts."
        error={errors.username?.message}
      />
      <EmailField
        {...register("email")}
        label="Email"
        autoComplete="username"
        enterKeyHint="next"
        error={errors.email?.message}
      />
      <NewPasswordFields label="Senha" enterKeyHint="next" register={register} formState={formState} />
      <Checkbox {...register("terms")} label={<TermsLabel />} error={errors.terms?.message} />
      <SubmitButton loading={isSubmitting}>Cadastrar</SubmitButton>
    </form>
  );
}

/** The texts open in a new tab, so that input is kept. */
function TermsLabel() {
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
