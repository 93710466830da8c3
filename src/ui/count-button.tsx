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
  /** A request is in progress, which a ring shows. Presses still count: the last one decides. */
  loading: boolean;
  onPress: () => void;
  /** Colour while pressed. */
  tone: "like" | "primary";
  /** Fills the icon while pressed. */
  icon: ReactNode;
  className?: string | undefined;
}

/** Style of quiet buttons that stand beside each other. */
export const quietStyle =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-tile rounded-tr-corner-sm px-2.5 text-sm font-semibold text-muted transition-colors";

export function CountButton({ label, pressed, count, unit, loading, onPress, tone, icon, className }: Props) {
  const amount = count !== undefined && formatShort(count);
  const shown = cx(amount, unit);
  // The accessible name contains the visible text (WCAG 2.5.3) and the exact number when that is rounded.
  const whole = count !== undefined && amount !== formatCount(count) && ` (${formatCount(count)})`;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={count === undefined ? label : `${label}: ${shown}${whole || ""}`}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
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
          <span className="absolute -inset-1">
            <Spinner className="size-full" />
          </span>
        )}
      </span>
      {shown && (
        // A unit that does not fit wraps to a second line, which is clipped.
        <span aria-hidden="true" className="max-h-[1lh] overflow-clip text-ellipsis">
          <span className="whitespace-nowrap">{amount}</span>
          {unit && ` ${unit}`}
        </span>
      )}
    </button>
  );
}
