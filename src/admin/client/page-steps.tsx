/** Previous and next links with the position between them. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonStyle } from "#ui/button-style.ts";
import { formatCount } from "#ui/numbers.ts";

interface Props {
  page: number;
  pages: number;
  /** URL of a page. */
  href: (page: number) => string;
  /** Disables the links while a page loads. */
  loading: boolean;
}

export function PageSteps({ page, pages, href, loading }: Props) {
  return (
    <nav
      aria-label="Paginação"
      className="mt-10 flex flex-wrap items-center justify-between gap-3 sm:justify-center sm:gap-6"
    >
      <Step href={page > 1 ? href(page - 1) : null} loading={loading}>
        <ArrowLeft aria-hidden="true" className="size-4" /> Anterior
      </Step>
      <p className="text-center text-sm text-muted tabular-nums" aria-live="polite">
        Página {formatCount(page)} de {formatCount(pages)}
      </p>
      <Step href={page < pages ? href(page + 1) : null} loading={loading}>
        Próxima <ArrowRight aria-hidden="true" className="size-4" />
      </Step>
    </nav>
  );
}

function Step({ href, loading, children }: { href: string | null; loading: boolean; children: ReactNode }) {
  const look = buttonStyle({
    variant: "secondary",
    size: "sm",
    className: "min-h-11 aria-disabled:opacity-60",
  });
  if (href === null) {
    return (
      <button type="button" disabled className={look}>
        {children}
      </button>
    );
  }
  // Remains a link while loading, so that it keeps the keyboard's focus.
  return (
    <Link
      href={href}
      aria-disabled={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : window.scrollTo(0, 0))}
      className={look}
    >
      {children}
    </Link>
  );
}
