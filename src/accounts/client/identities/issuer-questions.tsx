/** What the end of the way from an issuer asks: a name for a new account, or whether an account is one's own. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { AccountPage } from "#accounts/client/account-page.tsx";
import { showFailure, toastFailure } from "#accounts/client/form-failure.ts";
import { TermsLabel } from "#accounts/client/register-form.tsx";
import { useSession } from "#accounts/client/session.ts";
import { UsernameField } from "#accounts/client/username-field.tsx";
import { type IssuerAnswer, issuerSignUpForm } from "#accounts/identity-contract.ts";
import { messages } from "#accounts/messages.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { askForLink, linkByWay, signUpByWay, type Way } from "./issuer-flow.ts";

interface Question {
  way: Way;
  /** Called when the person is logged in. */
  onEntered: (way: Way) => void;
}
interface StrangerQuestion extends Question {
  answer: IssuerAnswer;
}

const LINK_FAILED = "Erro ao vincular";

/** Whoever is logged in here has to leave. */
function Present() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <p className="mb-6 rounded-tile border border-line bg-primary-soft p-4 text-sm">
      {messages.accountOpenHere} <strong>{user.username}</strong>. Ao continuar, ela é fechada aqui.
    </p>
  );
}

export function NewAccount({ way, answer, onEntered }: StrangerQuestion) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(issuerSignUpForm),
    defaultValues: { username: answer.username ?? "", terms: false },
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    try {
      await signUpByWay(way, form);
      onEntered(way);
    } catch (error) {
      showFailure(error, "Falha no cadastro", setError, "Ocorreu um erro ao cadastrar");
    }
  });
  return (
    <AccountPage
      title="Falta só o seu nome"
      intro={
        <span>
          Sua conta nova vai usar o e-mail <bdi className="wrap-anywhere">{answer.email}</bdi>, confirmado por{" "}
          <bdi>{answer.issuer}</bdi>.
        </span>
      }
      seed="entrar"
    >
      <Present />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <UsernameField {...register("username")} enterKeyHint="done" error={errors.username?.message} />
        <Checkbox {...register("terms")} label={<TermsLabel />} error={errors.terms?.message} />
        <FormAlert>{errors.root?.message}</FormAlert>
        <SubmitButton loading={isSubmitting}>Criar conta</SubmitButton>
      </form>
    </AccountPage>
  );
}

export function ExistingAccount({ way, answer, onEntered }: StrangerQuestion) {
  const [mailed, setMailed] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: "" } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    try {
      await linkByWay(way, form);
      onEntered(way);
    } catch (error) {
      showFailure(error, LINK_FAILED, setError);
    }
  });
  async function ask() {
    setAsking(true);
    try {
      setMailed(await askForLink(way));
    } catch (error) {
      setError("root", { message: toastFailure(LINK_FAILED, error, "O e-mail não foi enviado.") });
    }
    setAsking(false);
  }
  return (
    <AccountPage
      title="Você já tem uma conta"
      intro={
        <span>
          Já existe uma conta com <bdi className="wrap-anywhere">{answer.email}</bdi>. Confirme que ela é sua
          para entrar com <bdi>{answer.issuer}</bdi> de agora em diante.
        </span>
      }
      seed="entrar"
    >
      <Present />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <input type="email" autoComplete="username" value={answer.email} readOnly hidden />
        <PasswordField
          {...register("password", { required: messages.passwordRequired })}
          label="Senha da sua conta"
          autoComplete="current-password"
          enterKeyHint="go"
          error={errors.password?.message}
        />
        <FormAlert>{errors.root?.message}</FormAlert>
        <SubmitButton loading={isSubmitting}>Vincular e entrar</SubmitButton>
        <Button variant="secondary" loading={asking} onClick={() => void ask()}>
          Receber um link por e-mail
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {mailed}
        </p>
      </form>
    </AccountPage>
  );
}

export function MailedLink({ way, ticket, onEntered }: Question & { ticket: string }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  async function link() {
    setBusy(true);
    setFailed(undefined);
    try {
      await linkByWay(way, { link: ticket });
      onEntered(way);
    } catch (error) {
      setFailed(toastFailure(LINK_FAILED, error, messages.linkExpired));
      setBusy(false);
    }
  }
  return (
    <AccountPage
      title="Vincular à sua conta?"
      intro="O acesso que você começou neste navegador passa a abrir sua conta, sem a senha. Dá para desfazer nas configurações."
      seed="entrar"
    >
      <Present />
      <FormAlert>{failed}</FormAlert>
      <div className="mt-5 flex flex-wrap gap-x-6 gap-y-3">
        <Button loading={busy} onClick={() => void link()}>
          Vincular e entrar
        </Button>
        <ButtonLink href="/" variant="ghost">
          Agora não
        </ButtonLink>
      </div>
    </AccountPage>
  );
}
