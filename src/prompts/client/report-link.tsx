/** The quiet link by which anybody reports something. */
import Flag from "lucide-react/icons/flag";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";

interface Props {
  type: "prompt" | "user" | "result" | "collection";
  /** For an answer `{prompt}-{answer}`. */
  id: number | string;
  /** An old version of the prompt. */
  version?: number;
  className?: string;
}

/** Where one reports it. */
export const reportPath = (type: Props["type"], id: Props["id"], version?: number) =>
  `/denunciar?tipo=${type}&id=${id}${version ? `&versao=${version}` : ""}`;

/** Crawlers have nothing to find there. */
export function ReportLink({ type, id, version, className }: Props) {
  return (
    <TextLink
      href={reportPath(type, id, version)}
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
