/** A loading placeholder; hidden from assistive technology, whose users hear it from the surrounding status. */
import { cx } from "./cx.ts";

/** @param className sets size and corners */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx("animate-breathe rounded-tile bg-line", className)} />;
}
