/** The browser's own select, which suits phones and assistive technology best. */
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlStyle, Field, type FieldProps, splitProps } from "./field.tsx";

interface SelectOption {
  /** Never empty: the empty value means no choice. */
  value: string;
  label: string;
}

/** @param placeholder shown while nothing is chosen; cannot be selected */
export function Select({
  options,
  placeholder,
  ...props
}: FieldProps &
  Omit<ComponentProps<"select">, "children"> & { options: readonly SelectOption[]; placeholder?: string }) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(texts) => (
        <div className="relative">
          <select
            {...control}
            {...texts}
            className={cx(controlStyle, "min-h-12 appearance-none truncate pr-11")}
          >
            {placeholder && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
