/** State of a removed prompt or account that can still be restored. */
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";

/** Red among the fourteen hues. */
const REMOVED_HUE = 0;

/** Such as `23/12/2026`: the long form takes more than a line beside a table's other columns. */
const shortDate = new Intl.DateTimeFormat("pt-BR", { timeZone: "America/Sao_Paulo", dateStyle: "short" });

interface Props {
  /** When it is deleted for good, ISO 8601. */
  until: string;
  className?: string;
}

export function RemovedUntil({ until, className }: Props) {
  return (
    <span className={cx("flex flex-wrap items-center gap-x-2 gap-y-1 text-sm", className)}>
      <RemovedBadge />
      <DeletionDate until={until} />
    </span>
  );
}

export const RemovedBadge = () => <Badge hue={REMOVED_HUE}>Removido</Badge>;

export function DeletionDate({ until, className }: Props) {
  return (
    <span className={cx("whitespace-nowrap text-muted", className)}>
      apagado em <time dateTime={until}>{shortDate.format(new Date(until))}</time>
    </span>
  );
}
