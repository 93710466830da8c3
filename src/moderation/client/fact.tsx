/** A term with its description, in a `dl`. */
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export function Fact({ name, bold, children }: { name: string; bold?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={cx("mt-0.5 wrap-anywhere", bold && "font-semibold")}>{children}</dd>
    </div>
  );
}
