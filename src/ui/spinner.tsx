/** A spinner: a rotating quarter arc. */
import { cx } from "./cx.ts";

/** @param className sets the size; the colour is the text's. The text beside it says what is in progress. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={cx("animate-spin", className)}
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2.5"
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" opacity="0.25" />
      <path d="M8 2a6 6 0 0 1 6 6" stroke="currentColor" />
    </svg>
  );
}
