/** A checkbox with a label that may contain links. */
import Check from "lucide-react/icons/check";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { FieldError } from "./field.tsx";

export function Checkbox({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "className"> & {
  label: ReactNode;
  /** One sentence below. */
  hint?: string | undefined;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <div>
      <div className="flex gap-3">
        <span className="relative size-6 shrink-0">
          <input
            {...rest}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
            className={cx(
              "peer block size-6 cursor-pointer appearance-none rounded-tile rounded-tr-lg border border-edge bg-card",
              "transition-colors checked:border-primary checked:bg-primary hover:border-ink aria-invalid:border-danger",
              "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:checked:bg-muted",
              "forced-colors:appearance-auto",
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-1 size-4 text-on-primary opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        {/* The label surrounds the box too and is tall enough for a thumb. */}
        <label
          htmlFor={id}
          className={cx("-my-2.5 -ml-9 py-2.75 pl-9 text-sm", rest.disabled && "text-muted")}
        >
          {label}
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 pl-9 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
