/** Single-line and multi-line text fields. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlStyle, Field, type FieldTexts } from "./field.tsx";

export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  ...rest
}: FieldTexts & ComponentProps<"input">) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => <input {...rest} {...control} className={cx(controlStyle, "min-h-12")} />}
    </Field>
  );
}

/** For addresses: turns off the auto-capitalisation and correction of phones. */
export function EmailField(props: FieldTexts & Omit<ComponentProps<"input">, "type" | "inputMode">) {
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
export function TextArea({
  label,
  hint,
  error,
  optional,
  className,
  rows = 4,
  ...rest
}: FieldTexts & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => (
        <textarea
          rows={rows}
          autoComplete="off"
          enterKeyHint="enter"
          {...rest}
          {...control}
          className={cx(
            controlStyle,
            "block field-sizing-content max-h-[60dvh] min-h-24 resize-y leading-relaxed",
          )}
        />
      )}
    </Field>
  );
}
