/** The quiet link by which anybody reports a prompt or an author. */
import Flag from "lucide-react/icons/flag";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";

interface Props {
  type: "prompt" | "user";
  id: number | string;
  /** A note by that person, which the form is to name. */
  note?: { id: number; promptId: number };
  /** The id of a collection by that person, the same. */
  collection?: number;
  /** A version of the prompt, the same. */
  version?: number;
  className?: string;
}

/** Crawlers have nothing to find there. */
export function ReportLink({ type, id, note, collection, version, className }: Props) {
  const about = note
    ? `&resultado=${note.promptId}-${note.id}`
    : collection
      ? `&colecao=${collection}`
      : version
        ? `&versao=${version}`
        : "";
  return (
    <TextLink
      href={`/denunciar?tipo=${type}&id=${id}${about}`}
      rel="nofollow"
      className={cx(
        "inline-flex min-h-11 items-center gap-1.5 text-sm text-muted decoration-transparent hover:text-ink hover:decoration-accent print:hidden",
        className,
      )}
    >
      <Flag aria-hidden="true" className="size-4 shrink-0" /> Denunciar
    </TextLink>
  );
}
