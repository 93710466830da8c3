/** A switch that counts: pressed or not, and how many have pressed it. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { formatCount, formatShort } from "./numbers.ts";
import { Spinner } from "./spinner.tsx";

interface Props {
  /** What pressing does; read aloud with the count. */
  label: string;
  pressed: boolean;
  /** Without a number the switch shows its icon alone. */
  count?: number;
  /** What is counted, shown behind the count. */
  unit?: string;
  /** A press is still being answered: a ring says so when it takes a while. Further presses count, and focus stays. */
  loading: boolean;
  onPress: () => void;
  /** Its colour while pressed. */
  tone: "like" | "primary";
  /** Drawn filled while pressed. */
  icon: ReactNode;
  className?: string | undefined;
}

export function CountButton({ label, pressed, count, unit, loading, onPress, tone, icon, className }: Props) {
  const shown = count === undefined ? undefined : cx(formatShort(count), unit);
  // A name holds what is seen (WCAG 2.5.3), and the whole number where that is rounded.
  const whole =
    count !== undefined && formatShort(count) !== formatCount(count) && ` (${formatCount(count)})`;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={shown ? `${label}: ${shown}${whole || ""}` : label}
      aria-busy={loading || undefined}
      onClick={onPress}
      className={cx(
        "group/count inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-tile rounded-tr-corner-sm px-2.5 text-sm font-semibold tabular-nums",
        "text-muted transition-colors",
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
