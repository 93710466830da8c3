/** Links of the menus that only some members have: to unread notices, and to the queue for who moderates. */
import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import Flag from "lucide-react/icons/flag";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SessionUser } from "#accounts/client/session.ts";
import { QUEUE, WaitingCases } from "#admin/client/waiting-cases.tsx";
import { noticesOptions } from "#moderation/client/notices.queries.ts";
import { MenuLink } from "#ui/dropdown-menu.tsx";
import { countOf } from "#ui/numbers.ts";
import { WaitingCount } from "#ui/waiting-count.tsx";

interface Props {
  user: SessionUser;
  /** Whether they are in the panel of narrow screens, a list, and not in the account menu. */
  inPanel?: boolean;
}

export function WaitingLinks({ user, inPanel = false }: Props) {
  const { data } = useQuery(noticesOptions(user.id));
  const unread = data?.unread ?? 0;
  const Item = inPanel ? PanelItem : MenuItem;
  return (
    <>
      {unread > 0 && (
        <Item href="/profile?tab=avisos" icon={<Bell aria-hidden="true" />}>
          Avisos <WaitingCount count={unread} text={countOf(unread, "novo", "novos")} />
        </Item>
      )}
      {(data?.moderates || user.isAdmin) && (
        <Item href={QUEUE} icon={<Flag aria-hidden="true" />}>
          Denúncias <WaitingCases />
        </Item>
      )}
    </>
  );
}

interface ItemProps {
  href: string;
  icon: ReactNode;
  children: ReactNode;
}

const MenuItem = ({ href, icon, children }: ItemProps) => (
  <MenuLink href={href}>
    {icon} <span>{children}</span>
  </MenuLink>
);

const PanelItem = ({ href, children }: ItemProps) => (
  <li className="border-b border-line">
    <Link
      href={href}
      className="flex min-h-14 items-center gap-3 rounded-tile font-heading text-xl font-semibold"
    >
      {children}
    </Link>
  </li>
);
