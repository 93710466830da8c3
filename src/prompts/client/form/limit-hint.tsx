/** A field's hint, with the remaining characters near its limit. */
import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import { lengthOf } from "#language/length.ts";
import { withoutHidden } from "#language/visible.ts";
import { formatCount } from "#ui/numbers.ts";
import type { CheckedDraft, PromptDraft } from "./prompt-draft.ts";

interface Props {
  control: Control<PromptDraft, unknown, CheckedDraft>;
  name: "title" | "content" | "description" | "image_alt" | "change_note" | "remix_note";
  /** In characters, as the contract counts them. */
  limit: number;
  children?: ReactNode;
}

/** Fraction of the limit from which the count is shown. */
const HINT_FROM_SHARE = 0.8;

export function LimitHint({ control, name, limit, children }: Props) {
  const length = lengthOf(withoutHidden(useWatch({ control, name })).trim());
  if (length < limit * HINT_FROM_SHARE) return children;
  const left = limit - length;
  const count = `${formatCount(Math.abs(left))} ${Math.abs(left) === 1 ? "caractere" : "caracteres"}`;
  return (
    <>
      {children}{" "}
      <span className={left < 0 ? "font-semibold text-danger" : "font-semibold"}>
        {left < 0 ? `${count} a mais.` : left === 1 ? `Resta ${count}.` : `Restam ${count}.`}
      </span>
    </>
  );
}
