/** The frame of the admin's screens: access control and navigation. */
import { useQuery } from "@tanstack/react-query";
import Activity from "lucide-react/icons/activity";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Flag from "lucide-react/icons/flag";
import LayoutGrid from "lucide-react/icons/layout-grid";
import LogOut from "lucide-react/icons/log-out";
import ScrollText from "lucide-react/icons/scroll-text";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { PasskeyStep } from "#accounts/client/passkeys/passkey-step.tsx";
import { passkeysOptions } from "#accounts/client/passkeys/passkeys.queries.ts";
import { endSession, useSession } from "#accounts/client/session.ts";
import type { StaffGate } from "#accounts/passkey-contract.ts";
import { messages } from "#admin/messages.ts";
import { QUEUE, WaitingCases } from "#moderation/client/cases/waiting-cases.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";

const places = [
  { href: "/admin", label: "Prompts", Icon: LayoutGrid },
  { href: "/admin/users", label: "Usuários", Icon: Users },
  { href: "/admin/tags", label: "Tags", Icon: Tag },
  { href: QUEUE, label: "Denúncias", Icon: Flag },
  { href: "/admin/audit-log", label: "Registro", Icon: ScrollText },
  { href: "/admin/health", label: "Saúde", Icon: Activity },
];

/**
 * Sends visitors and members home (specification, section 6), also when the session ends on the page. The server refuses
 * their calls anyway; it alone knows who moderates, and whether the session is enough.
 * @returns what is shown to who may be here; undefined while that is unknown and while redirecting
 */
function useRequireAdmin(forModerators: boolean): StaffGate | undefined {
  const { status, user } = useSession();
  const [, navigate] = useLocation();
  const isAdmin = user?.isAdmin === true;
  const asks = forModerators || isAdmin;
  const { data, error } = useQuery(passkeysOptions(asks ? user?.id : undefined));
  const refused = !isAdmin && (!asks || data?.staff === null);
  const sendAway = status === "anonymous" || (status === "signed-in" && refused);
  useEffect(() => {
    if (sendAway) navigate("/", { replace: true });
  }, [sendAway, navigate]);
  if (sendAway || !user) return undefined;
  // Who cannot be asked is refused by each call.
  return data?.staff ?? (error ? "open" : undefined);
}

/**
 * @param skeleton placeholder until the session is known
 * @param forModerators whether moderators see this screen too
 */
export function AdminFrame({
  title,
  skeleton,
  forModerators = false,
  children,
}: {
  title: string;
  skeleton: ReactNode;
  forModerators?: boolean;
  children: ReactNode;
}) {
  const gate = useRequireAdmin(forModerators);
  return (
    <div className="measure grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:pt-12">
      {gate ? <Sidebar /> : <SidebarSkeleton />}
      <div className="min-w-0">
        <h1 className="text-3xl">{title}</h1>
        {gate ? <Gate gate={gate}>{children}</Gate> : skeleton}
      </div>
    </div>
  );
}

const noticeStyle = "my-6 max-w-2xl rounded-tile rounded-tr-corner border border-line bg-primary-soft p-5";

function Gate({ gate, children }: { gate: StaffGate; children: ReactNode }) {
  if (gate === "use") {
    return (
      <div className={noticeStyle}>
        <PasskeyStep />
      </div>
    );
  }
  const link = <TextLink href="/settings#chaves-de-acesso">Criar chave de acesso</TextLink>;
  if (gate === "make")
    return <p className={noticeStyle}>Para cuidar do site, você precisa de uma chave de acesso. {link}</p>;
  return (
    <>
      {/* Small: the first case stands on a phone's first screen. */}
      {gate === "advised" && <p className="mt-2 text-sm">Só a senha protege esta conta. {link}</p>}
      {children}
    </>
  );
}

const itemStyle = cx(
  // Labels stand in the column; the ground of the current one reaches beyond it.
  "-mx-3 flex min-h-11 items-center gap-2.5 rounded-tile px-3 text-sm font-medium text-muted transition-colors hover:bg-primary-soft hover:text-ink",
  "aria-[current=page]:rounded-tr-corner-sm aria-[current=page]:bg-primary aria-[current=page]:text-on-primary",
  "lg:w-[calc(100%+1.5rem)] [&>svg]:size-4.5 [&>svg]:shrink-0 max-lg:[&>svg]:hidden",
);

/**
 * Beside the content on wide screens, above it on narrow ones, where the site's own menu leads back and out. Moderators
 * see their part of it.
 */
function Sidebar() {
  const [path] = useLocation();
  const { user } = useSession();
  const shown = user?.isAdmin ? places : places.filter(({ href }) => href === QUEUE);
  const label = user?.isAdmin ? "Administração" : "Moderação";
  return (
    <nav
      aria-label={label}
      className="max-lg:border-b max-lg:border-line max-lg:pb-3 lg:sticky lg:top-28 lg:self-start"
    >
      <p className="mb-2 text-xs font-semibold text-muted max-lg:sr-only">{label}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 lg:flex-col">
        {shown.map(({ href, label, Icon }) => (
          <li key={href}>
            <Link href={href} aria-current={path === href ? "page" : undefined} className={itemStyle}>
              <Icon aria-hidden="true" />
              {label}
              {href === QUEUE && <WaitingCases className="lg:ml-auto" />}
            </Link>
          </li>
        ))}
        <li className="max-sm:hidden lg:mt-3 lg:border-t lg:border-line lg:pt-3">
          <Link href="/" className={itemStyle}>
            <ArrowLeft aria-hidden="true" />
            Voltar ao site
          </Link>
        </li>
        <li className="max-sm:hidden">
          <button type="button" onClick={() => void logOut()} className={itemStyle}>
            <LogOut aria-hidden="true" />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  );
}

function SidebarSkeleton() {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1 max-lg:border-b max-lg:border-line max-lg:pt-6 max-lg:pb-3 lg:flex-col lg:pt-6">
      {places.map(({ href }) => (
        <Skeleton key={href} className="h-11 w-24 lg:w-full" />
      ))}
    </div>
  );
}

async function logOut(): Promise<void> {
  if (await endSession()) toast({ title: messages.loggedOut });
  else toast({ title: messages.logoutFailed, variant: "destructive" });
}
