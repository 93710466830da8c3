/** A small label, coloured by an optional hue. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** @param hue 0 to 13, 26 degrees apart on the colour wheel; grey without one */
export function Badge({
  hue,
  className,
  children,
}: {
  hue?: number | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "badge inline-flex items-center gap-1 rounded-tile rounded-tr-[0.625rem] px-2 py-0.5 text-xs font-semibold print:[print-color-adjust:exact]",
        hue !== undefined && `hue-${hue}`,
        className,
      )}
    >
      {children}
    </span>
  );
}
