/** The frame of every page: skip link, header, footer, login dialog, toasts, and the current time. */
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { AuthDialogHost } from "#accounts/client/auth-dialog-host.tsx";
import { useSite } from "#app/site.tsx";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Mark } from "#ui/mark.tsx";
import { NowProvider } from "#ui/now.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { SitePart } from "./site-part.tsx";

/** @param now time of rendering, in milliseconds since 1970 */
export function SiteFrame({ now, children }: { now: number; children: ReactNode }) {
  const { origin } = useSite();
  const [path] = useLocation();
  return (
    <NowProvider start={now}>
      <a
        href="#conteudo"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-tile bg-ink px-4 py-3 font-semibold text-ground focus:translate-y-0 print:hidden"
      >
        Pular para o conteúdo
      </a>
      <SitePart name="header">
        <SiteHeader />
      </SitePart>
      <OfflineNotice />
      <main id="conteudo" tabIndex={-1} className="min-h-[calc(100svh-4rem)] md:min-h-[60dvh]">
        {children}
        <ErrorBoundary fallback={() => null}>
          <AuthDialogHost />
        </ErrorBoundary>
      </main>
      {/* On paper, the page's URL. */}
      <p className="mt-8 hidden items-center gap-2 border-t border-line pt-3 text-xs text-muted print:flex">
        <Mark className="size-5 shrink-0 text-primary" />
        <span className="font-semibold text-ink">Prompteca</span>
        <span className="wrap-anywhere">{new URL(origin + path).href}</span>
      </p>
      <SitePart name="footer">
        <SiteFooter />
      </SitePart>
      <ErrorBoundary fallback={() => null}>
        <Toaster />
      </ErrorBoundary>
    </NowProvider>
  );
}
