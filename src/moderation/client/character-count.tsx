/** How many characters a text has, of how many it may have. */
import { type Control, type FieldValues, type Path, useWatch } from "react-hook-form";
import { formatCount } from "#ui/numbers.ts";

interface Props<Form extends FieldValues, Sent> {
  control: Control<Form, unknown, Sent>;
  name: Path<Form>;
  limit: number;
}

export function CharacterCount<Form extends FieldValues, Sent>({ control, name, limit }: Props<Form, Sent>) {
  // As PostgreSQL counts them.
  const { length } = [...String(useWatch({ control, name }) ?? "").trim()];
  return (
    <span className={length > limit ? "font-semibold text-danger" : undefined}>
      <span className="noscript:hidden">
        {formatCount(length)} de {formatCount(limit)} caracteres
      </span>
      <span className="hidden noscript:inline">Até {formatCount(limit)} caracteres</span>
    </span>
  );
}
