/** Pagination made of real links, so that it works before and without scripts. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import { cx } from "./cx.ts";
import { formatCount } from "./numbers.ts";
import { pageNumbers } from "./page-numbers.ts";

interface Props {
  /** Tells several on a page apart. */
  label?: string;
  /** The current page, from 1. */
  page: number;
  pages: number;
  /** Results on all pages together. */
  total: number;
  /** There are more results than pages can reach; their number is unknown. */
  more?: boolean;
  /** Results on a full page. */
  limit: number;
  /** The address of a page. */
  href: (page: number) => string;
  /** Disables the links while a page loads. */
  loading: boolean;
}

/** Renders nothing for a single page. */
export function Pagination({ label = "Paginação", page, pages, total, more, limit, href, loading }: Props) {
  if (pages <= 1) return null;
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  const to = (target: number) => (target < 1 || target > pages ? null : href(target));
  let gap = 0;
  return (
    <nav aria-label={label} className="flex flex-col items-center gap-4">
      <ul className="grid grid-cols-2 items-center gap-x-1 gap-y-2 sm:flex">
        <li className="order-2 sm:order-none">
          <Step href={to(page - 1)} label="Página anterior" loading={loading} rel="prev" wide>
            <ArrowLeft aria-hidden="true" className="size-4.5" /> Anterior
          </Step>
        </li>
        <li className="order-1 col-span-2 sm:order-none">
          <ol className="flex justify-center sm:gap-1">
            {pageNumbers(page, pages).map((entry) =>
              entry === "…" ? (
                <li
                  key={`gap ${gap++}`}
                  aria-hidden="true"
                  className="grid h-11 w-7 place-items-center text-muted"
                >
                  …
                </li>
              ) : (
                <li key={entry}>
                  <Step href={to(entry)} label={`Página ${entry}`} loading={loading} current={entry === page}>
                    {entry}
                  </Step>
                </li>
              ),
            )}
          </ol>
        </li>
        <li className="order-3 sm:order-none">
          <Step href={to(page + 1)} label="Próxima página" loading={loading} rel="next" wide>
            Próxima <ArrowRight aria-hidden="true" className="size-4.5" />
          </Step>
        </li>
      </ul>
      <p className="text-sm text-muted" aria-live="polite">
        Mostrando {formatCount(first)} a {formatCount(last)} de {more && "mais de "}
        {formatCount(total)} resultados
      </p>
    </nav>
  );
}

interface StepProps {
  /** Without it the link is disabled. */
  href: string | null;
  label: string;
  loading: boolean;
  rel?: "prev" | "next";
  current?: boolean;
  wide?: boolean;
  children: ReactNode;
}

function Step({ href, label, loading, rel, current, wide, children }: StepProps) {
  const style = cx(
    "flex h-11 min-w-[min(2.75rem,12.5vw)] items-center justify-center gap-2 rounded-tile text-sm font-semibold tabular-nums transition-colors",
    wide ? "w-full px-3" : "px-1",
    current ? "rounded-tr-full bg-primary pr-1.5 text-on-primary" : "hover:bg-primary-soft",
    "disabled:pointer-events-none disabled:text-muted disabled:opacity-60 aria-disabled:opacity-60",
  );
  if (href === null) {
    return (
      <button type="button" disabled aria-label={label} className={style}>
        {children}
      </button>
    );
  }
  // Remains a link while loading, so that it keeps the keyboard's focus.
  return (
    <Link
      href={href}
      rel={rel}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event: MouseEvent) => event.preventDefault() : scrollToTop}
      className={style}
    >
      {children}
    </Link>
  );
}

function scrollToTop() {
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: reducedMotion ? "instant" : "smooth" });
}
