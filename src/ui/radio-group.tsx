/** A choice of one among a few, each with a sentence: the browser's own radio buttons. */
import { type ComponentProps, useId } from "react";
import { cx } from "./cx.ts";
import { FieldError } from "./field.tsx";

/** Classes of each radio button. */
export const radioStyle = cx(
  "size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-card",
  "transition-[border-width,border-color] checked:border-[7px] checked:border-primary",
  "forced-colors:appearance-auto",
);

interface RadioOption {
  value: string;
  label: string;
  sentence?: string;
}

type Control = Omit<ComponentProps<"input">, "type" | "value" | "defaultChecked">;

export function RadioGroup({
  legend,
  hint,
  error,
  options,
  defaultValue,
  className,
  ...control
}: Control & {
  legend: string;
  hint?: string;
  error?: string | undefined;
  options: readonly RadioOption[];
  defaultValue?: string | undefined;
  /** Class of the list of options. */
  className?: string;
}) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={error ? true : undefined}
      aria-describedby={cx(hint ? `${id}-hint` : null, error && `${id}-error`) || undefined}
    >
      <p id={`${id}-legend`} className="text-sm font-semibold">
        {legend}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      {/* Above the list: the first option gets the focus, and the end of a long list is out of sight. */}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div className={cx("mt-2.5 grid gap-2", className)}>
        {options.map(({ value, label, sentence }) => (
          <label
            key={value}
            className={cx(
              "flex min-h-12 cursor-pointer gap-3 rounded-tile border border-edge bg-card px-3.5 py-3 transition-colors",
              "hover:border-ink has-checked:border-primary has-checked:bg-primary-soft",
            )}
          >
            <input
              {...control}
              type="radio"
              value={value}
              defaultChecked={value === defaultValue}
              aria-label={sentence ? label : undefined}
              aria-describedby={sentence ? `${id}-${value}` : undefined}
              className={radioStyle}
            />
            <span className="min-w-0 pt-px text-sm">
              <span className={cx("block", sentence && "font-semibold")}>{label}</span>
              {sentence && (
                <span id={`${id}-${value}`} className="mt-0.5 block text-muted">
                  {sentence}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
