/** The frame of the legal pages: title, dates, numbered sections, and a table of contents on wide screens. */
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { formatDate } from "#ui/dates.ts";
import { Tile } from "#ui/tile.tsx";

interface SectionProps {
  /** The section's anchor: stable, as other sites may link to it. */
  id: string;
  title: string;
  /** From 1; set by LegalPage. */
  number?: number;
  children: ReactNode;
}

/** A section of a legal page, which numbers it and lists it in the contents. */
export function LegalSection({ id, title, number, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-10 lg:mt-12 lg:first:mt-0 print:mt-6">
      <h2 id={id} className="text-2xl break-after-avoid">
        {number}. {title}
      </h2>
      {children}
    </section>
  );
}

interface Props {
  title: string;
  /** Summary in a few sentences. */
  summary: ReactNode;
  /** Dates as `2025-04-15`; without a first version only the current one is shown. */
  firstVersion?: string;
  updated: string;
  /** The sections. */
  children: readonly ReactElement<SectionProps>[];
}

/** Style of running text, in one place. */
const PROSE =
  "text-prompt [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5 [&_li]:marker:text-muted";

/** Prints dark on light in any theme: browsers omit backgrounds. */
const PAPER =
  "print:max-w-none print:scheme-light print:bg-[Canvas] print:text-ink print:[--ink:CanvasText] print:[--muted:CanvasText]";

export function LegalPage({ title, summary, firstVersion, updated, children }: Props) {
  return (
    <div className={`measure py-10 sm:py-14 print:py-0 ${PAPER}`}>
      <header className="lg:grid lg:grid-cols-12 lg:items-start lg:gap-x-10">
        <div className="max-w-3xl lg:col-span-8">
          <h1 className="text-display">{title}</h1>
          <p className="mt-5 text-sm text-muted">
            {firstVersion && (
              <>
                Publicado em <Day date={firstVersion} />
                <span aria-hidden="true" className="mx-2">
                  ·
                </span>
              </>
            )}
            Atualizado em <Day date={updated} />
          </p>
          <div className="mt-5 space-y-4 text-lg">{summary}</div>
        </div>
        <Tile
          seed={title}
          columns={4}
          rows={3}
          className="hidden w-full rounded-tile rounded-tr-corner-xl lg:col-span-3 lg:col-start-10 lg:block print:hidden"
        />
      </header>
      <div className="mt-10 border-t border-line pt-2 lg:mt-14 lg:grid lg:grid-cols-12 lg:gap-x-10 lg:pt-10 print:mt-6 print:block">
        <Contents sections={children.map(({ props }) => props)} />
        <article className={`max-w-[68ch] lg:col-span-8 lg:col-start-5 print:max-w-none ${PROSE}`}>
          {children.map((section, index) =>
            cloneElement(section, { key: section.props.id, number: index + 1 }),
          )}
        </article>
      </div>
    </div>
  );
}

function Day({ date }: { date: string }) {
  // Noon, so that the date is the same in Brasília.
  return <time dateTime={date}>{formatDate(`${date}T12:00:00Z`)}</time>;
}

function Contents({ sections }: { sections: readonly SectionProps[] }) {
  return (
    <nav aria-labelledby="nesta-pagina" className="hidden lg:col-span-3 lg:block print:hidden">
      <div className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">
        <p id="nesta-pagina" className="text-sm font-semibold text-muted">
          Nesta página
        </p>
        <ol className="mt-2 text-sm">
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="text-link grid grid-cols-[1.75rem_1fr] rounded-tile py-1.5 decoration-transparent hover:decoration-accent"
              >
                <span className="text-muted tabular-nums">{index + 1}.</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
