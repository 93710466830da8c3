/** Asks for the password within a form, once the server wants it because the login is old. */
import type { ComponentProps } from "react";
import { PasswordField } from "#ui/password-field.tsx";

/** @param email for password managers */
export function PasswordOfOldLogin({
  email,
  ...field
}: Omit<ComponentProps<typeof PasswordField>, "label" | "hint"> & { email: string }) {
  return (
    <>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Sua senha"
        hint="Você entrou há mais de uma hora."
        autoComplete="current-password"
        enterKeyHint="done"
        {...field}
      />
    </>
  );
}
