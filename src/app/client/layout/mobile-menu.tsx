/** The header's links on screens too narrow for them: a panel that opens below it, even without scripts. */
import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { Suspense, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { type SessionUser, signOut } from "#accounts/client/session.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { adminLink, isCurrent, mainLinks, NewsMark, signedInLinks, WaitingLinks } from "./navigation.ts";

/** @param user null for visitors, and while the session is loading */
export function MobileMenu({ user }: { user: SessionUser | null }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  const Icon = open ? X : Menu;
  const links = [...mainLinks, ...(user ? signedInLinks : []), ...(user?.isAdmin ? [adminLink] : [])];
  return (
    <div className="lg:hidden">
      <IconButton
        label={open ? "Fechar menu" : "Abrir menu"}
        popoverTarget={id}
        aria-expanded={open}
        className="relative -mr-2.5 [&>svg]:size-6!"
      >
        <Icon aria-hidden="true" />
        {user && (
          <span className="pointer-events-none absolute top-2 right-1.5 md:hidden">
            <Suspense>
              <NewsMark userId={user.id} />
            </Suspense>
          </span>
        )}
      </IconButton>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the handler only observes clicks, to close the panel after any link or button in it */}
      <div
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === "open")}
        onClick={(event) => {
          if ((event.target as Element).closest("a, button")) event.currentTarget.hidePopover();
        }}
        className="header-panel"
      >
        {user && (
          <div className="flex items-center gap-3 border-b border-line py-4">
            <Avatar name={user.username} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{user.username}</p>
              <p className="truncate text-sm text-muted">{user.email}</p>
            </div>
          </div>
        )}
        <nav aria-label="Menu">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href} className="border-b border-line">
                <Link
                  href={href}
                  aria-current={isCurrent(href, path) ? "page" : undefined}
                  className="group flex min-h-12 items-center justify-between rounded-tile font-heading text-lg font-semibold"
                >
                  {label}
                  <span
                    aria-hidden="true"
                    className="hidden size-2.5 rounded-full bg-accent group-aria-[current=page]:block"
                  />
                </Link>
              </li>
            ))}
            {open && user && (
              <Suspense>
                <WaitingLinks user={user} inPanel />
              </Suspense>
            )}
          </ul>
        </nav>
        <div className="mt-5 grid grid-cols-2 gap-3 md:hidden">
          {user ? (
            <Button variant="secondary" onClick={() => void signOut()} className="col-span-2">
              Sair
            </Button>
          ) : (
            <>
              <ButtonLink href="/auth" variant="secondary">
                Entrar
              </ButtonLink>
              <ButtonLink href="/auth?tab=register">Cadastrar</ButtonLink>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
