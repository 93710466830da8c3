/** Links of the menus that only some members have: to unread notices, and to the queue for who moderates. */
import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import Flag from "lucide-react/icons/flag";
import type { ReactNode } from "react";
import type { SessionUser } from "#accounts/client/session.ts";
import { QUEUE, WaitingCases } from "#admin/client/waiting-cases.tsx";
import { noticesOptions } from "#moderation/client/notices.queries.ts";
import { countOf } from "#ui/numbers.ts";
import { WaitingCount } from "#ui/waiting-count.tsx";

interface Props {
  user: SessionUser;
  /** A link in the style of its menu. */
  item: (link: { href: string; icon: ReactNode; label: ReactNode }) => ReactNode;
}

export function WaitingLinks({ user, item }: Props) {
  const { data } = useQuery(noticesOptions(user.id));
  const unread = data?.unread ?? 0;
  return (
    <>
      {unread > 0 &&
        item({
          href: "/profile?tab=avisos",
          icon: <Bell aria-hidden="true" />,
          label: (
            <>
              Avisos <WaitingCount count={unread} text={countOf(unread, "novo", "novos")} />
            </>
          ),
        })}
      {(data?.moderates || user.isAdmin) &&
        item({
          href: QUEUE,
          icon: <Flag aria-hidden="true" />,
          label: (
            <>
              Denúncias <WaitingCases />
            </>
          ),
        })}
    </>
  );
}
