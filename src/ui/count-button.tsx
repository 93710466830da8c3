/** A toggle button with a count. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { formatCount, formatShort } from "./numbers.ts";
import { Spinner } from "./spinner.tsx";

interface Props {
  /** The action; the accessible name together with the count. */
  label: string;
  pressed: boolean;
  count?: number;
  /** Shown after the count, or alone; without both only the icon is. */
  unit?: string;
  /** A request is in progress: a ring appears after a while. The button stays enabled and keeps focus. */
  loading: boolean;
  onPress: () => void;
  /** Colour while pressed. */
  tone: "like" | "primary";
  /** Fills the icon while pressed. */
  icon: ReactNode;
  className?: string | undefined;
}

/** Of quiet buttons that stand beside each other. */
export const quietStyle =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-tile rounded-tr-corner-sm px-2.5 text-sm font-semibold text-muted transition-colors";

export function CountButton({ label, pressed, count, unit, loading, onPress, tone, icon, className }: Props) {
  const shown = cx(count !== undefined && formatShort(count), unit);
  // The accessible name contains the visible text (WCAG 2.5.3) and the exact number when that is rounded.
  const whole =
    count !== undefined && formatShort(count) !== formatCount(count) && ` (${formatCount(count)})`;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={count === undefined ? label : `${label}: ${shown}${whole || ""}`}
      aria-busy={loading || undefined}
      onClick={onPress}
      className={cx(
        "group/count tabular-nums",
        quietStyle,
        tone === "like"
          ? "hover:bg-like-soft hover:text-like aria-pressed:text-like"
          : "hover:bg-primary-soft hover:text-primary aria-pressed:text-primary",
        className,
      )}
    >
      <span className="relative [&>svg]:size-5 [&>svg]:transition-transform [&>svg]:duration-240 [&>svg]:ease-spring group-active/count:[&>svg]:scale-75 group-aria-pressed/count:[&>svg]:fill-current">
        {icon}
        {loading && (
          <span className="absolute -inset-1 animate-appear [animation-delay:300ms] [animation-fill-mode:backwards]">
            <Spinner className="size-full" />
          </span>
        )}
      </span>
      {shown && (
        <span aria-hidden="true" className="whitespace-nowrap">
          {shown}
        </span>
      )}
    </button>
  );
}
