/** The frame around every page, with the session and the login dialog in it. */
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { AuthDialogHost } from "#accounts/client/auth-dialog-host.tsx";
import { signOut, useSession } from "#accounts/client/session.ts";
import { useSite } from "#app/site.tsx";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { PageFrame } from "./page-frame.tsx";

export function SiteFrame({ now, children }: { now: number; children: ReactNode }) {
  const { user } = useSession();
  const { origin, communityUrl, socialUrl } = useSite();
  const [path] = useLocation();
  const session = { user, onSignOut: () => void signOut() };
  return (
    <PageFrame
      session={session}
      now={now}
      {...{ communityUrl, socialUrl }}
      address={new URL(origin + path).href}
    >
      {children}
      <ErrorBoundary fallback={() => null}>
        <AuthDialogHost />
      </ErrorBoundary>
    </PageFrame>
  );
}
