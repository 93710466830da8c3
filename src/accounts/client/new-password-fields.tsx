/** The two fields in which a new password is chosen. */
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { PasswordField } from "#ui/password-field.tsx";

/** As much of a form as the fields need, whatever else is in it. */
interface Props {
  label: string;
  /** What the phone's keyboard offers after the second. */
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
        // A confirmation that was already given is looked at again.
        {...register("password", { deps: touchedFields.confirmPassword ? ["confirmPassword"] : [] })}
        label={label}
        autoComplete="new-password"
        enterKeyHint="next"
        hint="Pelo menos 8 caracteres, com 3 letras ou mais."
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
