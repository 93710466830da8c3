/** The shape of what is still loading; hidden from assistive technology, which is told by its surroundings. */
import { cx } from "./cx.ts";

/** @param className gives size and corners */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx("animate-breathe rounded-tile bg-line", className)} />;
}
