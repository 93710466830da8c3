/** The number of open cases, and the moderators' way to the queue. */
import { useQuery } from "@tanstack/react-query";
import Flag from "lucide-react/icons/flag";
import { noticesOptions } from "#moderation/client/notices.queries.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { countOf } from "#ui/numbers.ts";
import { queueOptions } from "./cases.queries.ts";

export const QUEUE = "/admin/denuncias";

export function WaitingCases({ className }: { className?: string }) {
  const open = useQuery(queueOptions).data?.open ?? 0;
  if (open === 0) return null;
  return (
    <span
      className={cx("rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent", className)}
    >
      <span aria-hidden="true">{open > 99 ? "99+" : open}</span>
      <span className="sr-only">: {countOf(open, "caso aberto", "casos abertos")}</span>
    </span>
  );
}

/** In a moderator's profile; nothing for others. The admin has a menu for it. */
export function QueueLink({ userId }: { userId: string }) {
  const moderates = useQuery(noticesOptions(userId)).data?.moderates;
  if (!moderates) return null;
  return (
    <ButtonLink href={QUEUE} variant="secondary">
      <Flag aria-hidden="true" className="size-4" /> Denúncias
      <WaitingCases />
    </ButtonLink>
  );
}
