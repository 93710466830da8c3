/** Single-line and multi-line text fields. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlStyle, Field, type FieldProps, splitProps } from "./field.tsx";

export function TextField(props: FieldProps & ComponentProps<"input">) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(texts) => <input {...control} {...texts} className={cx(controlStyle, "min-h-12")} />}
    </Field>
  );
}

/** Keeps phones from correcting codes, addresses and parts of names. */
export const literalInput = {
  autoComplete: "off",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
} as const;

/** For addresses: turns off the auto-capitalisation and correction of phones. */
export function EmailField(props: FieldProps & Omit<ComponentProps<"input">, "type" | "inputMode">) {
  return (
    <TextField
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

/** Grows with its text where supported; `rows` is the initial height. */
export function TextArea(props: FieldProps & ComponentProps<"textarea">) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(texts) => (
        <textarea
          rows={4}
          autoComplete="off"
          enterKeyHint="enter"
          {...control}
          {...texts}
          className={cx(
            controlStyle,
            "block field-sizing-content max-h-[60dvh] min-h-24 resize-y leading-relaxed",
          )}
        />
      )}
    </Field>
  );
}
