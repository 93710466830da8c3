/** The brand mark: a tile of two by two whose three arcs form a P, and a mango dot, the cursor. */
import { cx } from "./cx.ts";

/** @param className sets the size; the letter takes the text colour */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={cx("block", className)} viewBox="0 0 16 16">
      <path fill="currentColor" d="M0 0h8v4a4 4 0 0 0-4 4H0zM8 0a8 8 0 0 1 8 8H8zM0 8h8a8 8 0 0 1-8 8z" />
      <circle className="fill-accent" cx="12" cy="12" r="3" />
    </svg>
  );
}
