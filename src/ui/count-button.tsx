/** A switch that counts: pressed or not, and how many have pressed it. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { formatCount } from "./numbers.ts";
import { Spinner } from "./spinner.tsx";

interface Props {
  /** What pressing does or undoes; read aloud with the count. */
  label: string;
  pressed: boolean;
  /** Without a number the switch shows its icon alone. */
  count?: number;
  /** Shows a spinner and ignores clicks until the last one was answered; focus stays. */
  loading: boolean;
  onPress: () => void;
  /** Its colour while pressed. */
  tone: "like" | "primary";
  /** Drawn filled while pressed. */
  icon: ReactNode;
  className?: string;
}

export function CountButton({ label, pressed, count, loading, onPress, tone, icon, className }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={count === undefined ? label : `${label} (${formatCount(count)})`}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={() => !loading && onPress()}
      className={cx(
        "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-tile rounded-tr-corner-sm px-2.5 text-sm font-semibold tabular-nums",
        "text-muted transition-colors aria-disabled:opacity-70",
        tone === "like"
          ? "hover:bg-like-soft hover:text-like aria-pressed:text-like"
          : "hover:bg-primary-soft hover:text-primary aria-pressed:text-primary",
        pressed && !loading && "[&>svg]:fill-current",
        "[&>svg]:size-5 [&>svg]:shrink-0",
        className,
      )}
    >
      {loading ? <Spinner className="size-5" /> : icon}
      {count !== undefined && <span aria-hidden="true">{formatCount(count)}</span>}
    </button>
  );
}
