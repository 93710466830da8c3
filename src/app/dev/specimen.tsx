/** Layout of `/dev/ui`: a section per kind, a name above each state. */
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="mb-6 text-2xl">
        {title}
      </h2>
      <div className="grid gap-8">{children}</div>
    </section>
  );
}

/** @param className layout of several specimens with one name */
export function Specimen({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-xs font-semibold text-muted">{name}</p>
      <div className={cx(className ?? "flex flex-wrap items-center gap-3")}>{children}</div>
    </div>
  );
}
