/** Why a form was refused as a whole: above its button, and it stays until the next attempt. */
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode } from "react";

interface Props {
  /** For the fields that it concerns: their `refusedBy`. */
  id?: string;
  /** Nothing is shown without it. */
  children: ReactNode;
}

export function FormAlert({ id, children }: Props) {
  if (!children) return null;
  return (
    <p
      id={id}
      role="alert"
      className="flex gap-2.5 rounded-tile border border-danger bg-danger-soft p-3.5 text-sm font-medium"
    >
      <CircleAlert aria-hidden="true" className="mt-px size-5 shrink-0 text-danger" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
