/** How many of something wait, beside the link that leads there. */
import { cx } from "./cx.ts";

/** @param text the same for screen readers, with what is counted */
export function WaitingCount({
  count,
  text,
  className,
}: {
  count: number;
  text: string;
  className?: string | undefined;
}) {
  return (
    <span
      className={cx("rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent", className)}
    >
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">: {text}</span>
    </span>
  );
}
