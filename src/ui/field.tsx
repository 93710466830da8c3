/** Label, hint and error of a form control, associated for assistive technology. */
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message; announced when it appears. */
  error?: string | undefined;
  /** Id of a message elsewhere in the form that refuses this field too, among others. */
  refusedBy?: string | undefined;
  /** Marked beside the label; forms mark optional fields, not required ones. */
  optional?: boolean;
  className?: string | undefined;
}

/** Separates what the field shows from what its control is given. */
export function splitProps<Props extends FieldProps>(props: Props) {
  const { label, hint, error, refusedBy, optional, className, ...control } = props;
  return { field: { label, hint, error, refusedBy, optional, className }, control };
}

/** Attributes that associate the control with its texts; spread them on the control. */
interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Classes shared by text fields, text areas and selects. */
export const controlStyle = cx(
  "w-full rounded-tile border border-edge bg-card px-3.5 py-2.5 text-base text-ink transition-colors",
  "placeholder:text-muted hover:border-ink focus-visible:outline-offset-0",
  "aria-invalid:border-danger aria-invalid:bg-danger-soft disabled:bg-sunken disabled:text-muted",
);

export function Field({
  label,
  hint,
  error,
  refusedBy,
  optional,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = cx(hint ? `${id}-hint` : null, error && `${id}-error`, refusedBy) || undefined;
  return (
    // A text area is as wide as its longest word, and would widen its form.
    <div className={cx("min-w-0", className)}>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-3 text-sm font-semibold">
        {label}
        {optional && <span className="text-xs font-normal text-muted">opcional</span>}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": error || refusedBy ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted empty:hidden">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** An error below its control; nothing when there is none. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className="mt-1.5 flex gap-1.5 text-xs font-medium text-danger">
      <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
      {children}
    </p>
  );
}
