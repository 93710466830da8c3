/** The field of a username, in every form that has one. */
import type { ComponentProps } from "react";
import { usernameHint } from "#accounts/messages.ts";
import { TextField } from "#ui/text-field.tsx";

export function UsernameField(props: Omit<ComponentProps<typeof TextField>, "label" | "hint">) {
  return (
    <TextField
      label="Nome de usuário"
      autoComplete="nickname"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={usernameHint}
      {...props}
    />
  );
}
