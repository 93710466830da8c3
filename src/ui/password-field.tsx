/** A password field that can show what was typed. */
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { cx } from "./cx.ts";
import { controlStyle, Field, type FieldProps, splitProps } from "./field.tsx";

export function PasswordField(props: FieldProps & Omit<ComponentProps<"input">, "type">) {
  const { field, control } = splitProps(props);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...field}>
      {(texts) => (
        <div className="relative">
          <input
            {...control}
            {...texts}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={cx(controlStyle, "min-h-12 pr-13")}
          />
          <button
            type="button"
            aria-label={shown ? "Ocultar senha" : "Mostrar senha"}
            aria-controls={texts.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-tile text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
