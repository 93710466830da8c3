/** Asks for the password before actions that an old session alone may not perform. */
import { useForm } from "react-hook-form";
import { messages } from "#accounts/messages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { showFailure } from "./form-failure.ts";

interface Props {
  open: boolean;
  /** What the password is for, as in "Para encerrar outra sessão, …", and the button that does it. */
  purpose: string;
  label: string;
  /** Title of the toast when it fails. */
  failure: string;
  /** For password managers. */
  email: string;
  onCancel: () => void;
  /** Errors are shown at the field or in the form, and the dialog stays open. */
  onPassword: (password: string) => Promise<void>;
}

export function PasswordDialog({ open, purpose, onCancel, ...form }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => !wanted && onCancel()}
      title="Confirme que é você"
      description={`Você entrou há mais de uma hora. Para ${purpose}, informe sua senha.`}
    >
      <PasswordForm onCancel={onCancel} {...form} />
    </Dialog>
  );
}

function PasswordForm({ label, failure, email, onCancel, onPassword }: Omit<Props, "open" | "purpose">) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: "" } });

  const submit = handleSubmit(async ({ password }) => {
    try {
      await onPassword(password);
    } catch (error) {
      showFailure(error, failure, setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register("password", { required: messages.passwordRequired })}
        label="Sua senha"
        autoComplete="current-password"
        enterKeyHint="done"
        error={formState.errors.password?.message}
      />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <SubmitButton loading={formState.isSubmitting}>{label}</SubmitButton>
      </div>
    </form>
  );
}
