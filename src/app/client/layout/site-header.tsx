/** The header: brand, main links, search, theme, and account menu. */
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserRound from "lucide-react/icons/user-round";
import { Suspense, useState } from "react";
import { Link, useLocation } from "wouter";
import { type SessionUser, signOut, useSession } from "#accounts/client/session.ts";
import { Avatar } from "#ui/avatar.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { DropdownMenu, MenuButton, MenuLink } from "#ui/dropdown-menu.tsx";
import { initials } from "#ui/initials.ts";
import { Mark } from "#ui/mark.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { adminLink, isCurrent, mainLinks, NewsMark, WaitingLinks } from "./navigation.ts";
import { ThemeMenu } from "./theme-menu.tsx";

export function SiteHeader() {
  const { user } = useSession();
  const [path] = useLocation();
  return (
    <header className="sticky top-0 z-30 [@media(height<26rem)]:static border-b border-line bg-ground print:hidden">
      <div className="measure flex min-h-16 items-center gap-x-2 max-[24rem]:gap-x-0 md:min-h-18 md:flex-wrap max-md:[&_.size-11]:w-[clamp(44px,14vw,2.75rem)]">
        {/* On phones a name in too large letters goes to a second line, which is not shown. */}
        <Link
          href="/"
          className="mr-auto flex h-11 min-w-7 flex-wrap content-start gap-x-2.5 overflow-y-clip rounded-tile font-heading text-xl/11 max-[24rem]:gap-x-2 max-[24rem]:text-lg/11 font-bold tracking-tight md:mr-3 md:shrink-0 lg:mr-2 xl:mr-8"
        >
          <Mark className="my-2 size-7 shrink-0 text-primary" />
          Prompteca
        </Link>

        <nav aria-label="Principal" className="mr-auto hidden lg:block">
          {/* Where there is little room, the name beside it is the only way home. */}
          <ul className="flex flex-wrap items-center gap-x-3.5 xl:gap-x-9 max-xl:*:first:hidden">
            {mainLinks.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={isCurrent(href, path) ? "page" : undefined}
                  className="group relative flex h-18 items-center rounded-tile font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:text-ink"
                >
                  {label}
                  {/* The dot marks the current page. */}
                  <span
                    aria-hidden="true"
                    className="absolute top-1/2 left-full mt-0.5 ml-1 hidden size-2 rounded-full bg-accent group-aria-[current=page]:block"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </nav>

        <HeaderSearch />
        <ThemeMenu />
        {user ? (
          <AccountMenu user={user} />
        ) : (
          <div className="ml-4 hidden items-center gap-6 md:flex lg:max-xl:ml-0 lg:max-xl:gap-2">
            <ButtonLink href="/auth" variant="ghost">
              Entrar
            </ButtonLink>
            <ButtonLink href="/auth?tab=register" className="max-xl:px-3.5">
              Cadastrar
            </ButtonLink>
          </div>
        )}
        <MobileMenu user={user} />
      </div>
    </header>
  );
}

function AccountMenu({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="hidden md:block">
      <DropdownMenu
        // The accessible name contains the visible text, for speech input (WCAG 2.5.3).
        label={`Conta de ${user.username}, ${initials(user.username)}`}
        triggerClassName="ml-2 rounded-tile transition-opacity hover:opacity-85"
        trigger={
          <span className="relative block">
            <Avatar name={user.username} />
            <Suspense>
              <NewsMark userId={user.id} />
            </Suspense>
          </span>
        }
        onOpenChange={setOpen}
      >
        <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
          <span className="block truncate font-semibold">{user.username}</span>
          <span className="block truncate text-xs text-muted">{user.email}</span>
        </div>
        <MenuLink href="/profile">
          <UserRound aria-hidden="true" /> Seu Perfil
        </MenuLink>
        <MenuLink href="/settings">
          <Settings aria-hidden="true" /> Configurações
        </MenuLink>
        {open && (
          <Suspense>
            <WaitingLinks user={user} />
          </Suspense>
        )}
        {user.isAdmin && (
          <MenuLink href={adminLink.href}>
            <ShieldCheck aria-hidden="true" /> {adminLink.label}
          </MenuLink>
        )}
        <MenuButton onSelect={() => void signOut()}>
          <LogOut aria-hidden="true" /> Sair
        </MenuButton>
      </DropdownMenu>
    </div>
  );
}
