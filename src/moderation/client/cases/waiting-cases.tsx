/** The number of open cases, and the moderators' way to the queue. */
import { useQuery } from "@tanstack/react-query";
import Flag from "lucide-react/icons/flag";
import { noticesOptions } from "#moderation/client/notices.queries.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { countOf } from "#ui/numbers.ts";
import { WaitingCount } from "#ui/waiting-count.tsx";
import { queueOptions } from "./cases.queries.ts";

export const QUEUE = "/admin/denuncias";

export function WaitingCases({ className }: { className?: string }) {
  const open = useQuery(queueOptions).data?.open ?? 0;
  if (open === 0) return null;
  return (
    <WaitingCount count={open} text={countOf(open, "caso aberto", "casos abertos")} className={className} />
  );
}

/** In a moderator's profile; nothing for others. The admin has a menu for it. */
export function QueueLink({ userId }: { userId: string }) {
  const moderates = useQuery(noticesOptions(userId)).data?.moderates;
  if (!moderates) return null;
  return (
    <ButtonLink href={QUEUE} variant="secondary">
      <Flag aria-hidden="true" className="size-4" /> Fila de denúncias
      <WaitingCases />
    </ButtonLink>
  );
}
