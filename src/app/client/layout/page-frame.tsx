/** The frame of every page: skip link, header, footer, toasts, and the current time. */
import type { ReactNode } from "react";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Mark } from "#ui/mark.tsx";
import { NowProvider } from "#ui/now.tsx";
import { Toaster } from "#ui/toaster.tsx";
import type { FrameSession } from "./navigation.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import { type OutsideLinks, SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

interface Props extends OutsideLinks {
  session: FrameSession;
  /** Time of rendering, in milliseconds since 1970. */
  now: number;
  /** URL of the page, printed on paper. */
  address: string;
  children: ReactNode;
}

export function PageFrame({ session, now, communityUrl, socialUrl, address, children }: Props) {
  return (
    <NowProvider start={now}>
      <a
        href="#conteudo"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-tile bg-ink px-4 py-3 font-semibold text-ground focus:translate-y-0 print:hidden"
      >
        Pular para o conteúdo
      </a>
      <SiteHeader {...session} />
      <OfflineNotice />
      <main id="conteudo" tabIndex={-1} className="min-h-[calc(100svh-4rem)] md:min-h-[60dvh]">
        {children}
      </main>
      <p className="mt-8 hidden items-center gap-2 border-t border-line pt-3 text-xs text-muted print:flex">
        <Mark className="size-5 shrink-0 text-primary" />
        <span className="font-semibold text-ink">Prompteca</span>
        <span className="wrap-anywhere">{address}</span>
      </p>
      <SiteFooter communityUrl={communityUrl} socialUrl={socialUrl} />
      <ErrorBoundary fallback={() => null}>
        <Toaster />
      </ErrorBoundary>
    </NowProvider>
  );
}
