/** The two fields of a new password. */
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { passwordHint } from "#accounts/messages.ts";
import { PasswordField } from "#ui/password-field.tsx";

/** The part of a form that the fields need. */
interface Props {
  label: string;
  /** Action key of phones' keyboards in the second field. */
  enterKeyHint?: "next" | "done";
  register: (
    name: "password" | "confirmPassword",
    options?: { deps: "confirmPassword"[] },
  ) => UseFormRegisterReturn;
  formState: {
    errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined };
    touchedFields: { confirmPassword?: boolean | undefined };
  };
}

export function NewPasswordFields({
  label,
  enterKeyHint = "done",
  register,
  formState: { errors, touchedFields },
}: Props) {
  return (
    <>
      <PasswordField
        // Validates an existing confirmation again.
        {...register("password", { deps: touchedFields.confirmPassword ? ["confirmPassword"] : [] })}
        label={label}
        autoComplete="new-password"
        enterKeyHint="next"
        hint={passwordHint}
        error={errors.password?.message}
      />
      <PasswordField
        {...register("confirmPassword")}
        label="Confirmar senha"
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
        error={errors.confirmPassword?.message}
      />
    </>
  );
}
