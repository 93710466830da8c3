/** A case's category and deadline; what is urgent or late says so in words and by a sign, not by colour alone. */
import AlarmClock from "lucide-react/icons/alarm-clock";
import Clock from "lucide-react/icons/clock";
import type { CaseItem } from "#moderation/cases-contract.ts";
import { deadlineText } from "#moderation/client/deadline.ts";
import { CATEGORIES } from "#moderation/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { useNow } from "#ui/now.tsx";
import { isInReview } from "./case-texts.ts";

/** Categories with at most these hours are urgent. */
const URGENT_HOURS = 2;
const RED = 0;

type InQueue = Pick<CaseItem, "category" | "state" | "appeals">;

export function CaseCategory(found: InQueue) {
  const { category } = found;
  if (!category) return <Badge>{isInReview(found) ? "Em análise" : "Sem denúncia"}</Badge>;
  const { label, hours } = CATEGORIES[category];
  if (hours > URGENT_HOURS) return <Badge>{label}</Badge>;
  return (
    <Badge hue={RED}>
      <span aria-hidden="true">!</span> Urgente: {label}
    </Badge>
  );
}

/** Nothing for a decided case. */
export function CaseDeadline({ deadline, state }: Pick<CaseItem, "deadline" | "state">) {
  const now = useNow();
  if (state === "decided") return <span className="text-sm text-muted">Decidido</span>;
  if (!deadline) return null;
  const late = new Date(deadline).getTime() <= now;
  const Icon = late ? AlarmClock : Clock;
  return (
    <time
      dateTime={deadline}
      title={formatDateTime(deadline)}
      className={
        late
          ? "inline-flex items-center gap-1.5 text-sm font-semibold text-danger"
          : "inline-flex items-center gap-1.5 text-sm font-medium"
      }
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {deadlineText(deadline, now)}
    </time>
  );
}
