/** A panel above a form: its subject, or a condition to meet first. */
import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

export function FormPanel({ title, children, action }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-line bg-card p-5 sm:p-6"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="mt-2 text-muted wrap-anywhere">{children}</p>
      {action && <div className="mt-5 flex flex-wrap gap-3">{action}</div>}
    </section>
  );
}
