/** A section of `/programas`, and its parts. */
import type { ComponentType, ReactNode } from "react";

/** Export `section` of a file of `./sections`. */
export interface ProgramSection {
  /** The section's anchor: stable, as other sites may link to it. */
  id: string;
  title: string;
  Content: ComponentType;
}

/** A subject within a section, with an anchor of its own. */
export function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="text-xl">
        {title}
      </h3>
      {children}
    </section>
  );
}
