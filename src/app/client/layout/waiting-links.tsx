/** Links of the menus that tell what is new: news, unread notices, and the queue for who moderates. */
import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import Flag from "lucide-react/icons/flag";
import Newspaper from "lucide-react/icons/newspaper";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SessionUser } from "#accounts/client/session.ts";
import { useUnseenNews } from "#collections/client/unseen-news.tsx";
import { NEWS_PAGE } from "#collections/paths.ts";
import { QUEUE, WaitingCases } from "#moderation/client/cases/waiting-cases.tsx";
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
  const isUnseen = useUnseenNews(user.id);
  const Item = inPanel ? PanelItem : MenuItem;
  return (
    <>
      <Item href={NEWS_PAGE} icon={<Newspaper aria-hidden="true" />}>
        Novidades
        {isUnseen && (
          <>
            <span aria-hidden="true" className="ml-2 inline-block size-2 rounded-full bg-accent" />
            <span className="sr-only">: há o que você ainda não viu</span>
          </>
        )}
      </Item>
      <Item href="/avisos" icon={<Bell aria-hidden="true" />}>
        Avisos da moderação{" "}
        {unread > 0 && <WaitingCount count={unread} text={countOf(unread, "novo", "novos")} />}
      </Item>
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
      className="flex min-h-12 items-center gap-3 rounded-tile font-heading text-lg font-semibold"
    >
      {children}
    </Link>
  </li>
);
