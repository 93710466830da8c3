/** A year of moderation in figures: sentences, plots, one table, and the same as JSON. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { ACTIONS, CATEGORIES, type Standing, type Transparency } from "#moderation/contract.ts";
import { BarPlot } from "#ui/bar-plot.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { formatYear } from "#ui/dates.ts";
import { QueryError } from "#ui/error-state.tsx";
import { useNow } from "#ui/now.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import {
  FIRST_YEAR,
  figuresPath,
  LOG_PATH,
  readYear,
  TRANSPARENCY_PATH,
  transparencyOptions,
} from "./public.queries.ts";

type Figures = Transparency["totals"];
type Counts = Figures["decisions"];
type Labels = Record<string, string>;

const MONTHS = ["jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"];
const CATEGORY_LABELS = Object.fromEntries(
  Object.entries(CATEGORIES).map(([key, { label }]) => [key, label]),
);
const STANDING_LABELS: Record<Standing, string> = {
  self: "A pessoa afetada",
  representative: "Quem representa a pessoa afetada",
  authority: "Autoridade pública",
  organisation: "Organização de defesa de direitos",
  anyone: "Outra pessoa que viu",
};

const sum = (counts: Counts) => Object.values(counts).reduce((total, n) => total + n, 0);
const reportsOf = ({ reports }: Figures) => sum(reports.by_category);
const decisionsOf = ({ decisions }: Figures) => sum(decisions);

/** Hours in the unit that is read best; 0.4 becomes `24 minutos`. */
function duration(hours: number): string {
  if (hours < 1) return countOf(Math.max(1, Math.round(hours * 60)), "minuto", "minutos");
  if (hours < 48) return countOf(Math.round(hours), "hora", "horas");
  return countOf(Math.round(hours / 24), "dia", "dias");
}

export function TransparencyPage() {
  const asked = readYear(new URLSearchParams(useSearch()));
  const query = useQuery(transparencyOptions(asked));
  const { data } = query;
  const current = Number(formatYear(useNow()));
  const year = asked ?? current;
  return (
    <div className="measure py-10 sm:py-14">
      <header className="max-w-3xl">
        <h1 className="text-display">Transparência em {year}</h1>
        <p className="mt-5 text-lg">
          Quantas denúncias o site recebeu, o que foi decidido, em quanto tempo, e quantas vezes quem
          contestou tinha razão. Os números vêm dos mesmos registros que as decisões, mês a mês, no horário de
          Brasília.
        </p>
        <p className="mt-3">
          Cada decisão, uma a uma, está em <TextLink href={LOG_PATH}>Moderação</TextLink>.
        </p>
      </header>
      <Years year={year} last={Math.max(current, FIRST_YEAR)} />
      {data ? (
        <Year {...data} />
      ) : query.error ? (
        <QueryError message="Erro ao carregar os números" query={query} />
      ) : (
        <Skeleton className="mt-10 h-96" />
      )}
    </div>
  );
}

function Years({ year, last }: { year: number; last: number }) {
  const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_, i) => last - i);
  return (
    <nav aria-label="Anos" className="mt-8 border-y border-line py-3">
      <ul className="flex flex-wrap gap-2">
        {years.map((each) => (
          <li key={each}>
            <Link
              href={`${TRANSPARENCY_PATH}?ano=${each}`}
              aria-current={each === year ? "page" : undefined}
              className="flex h-11 items-center rounded-tile px-4 text-sm font-semibold tabular-nums hover:bg-primary-soft aria-[current]:rounded-tr-full aria-[current]:bg-primary aria-[current]:pr-5 aria-[current]:text-on-primary"
            >
              {each}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Year({ year, months, totals }: Transparency) {
  const { median_hours, urgent, urgent_on_time, appeals, upheld } = totals;
  const reports = reportsOf(totals);
  const decisions = decisionsOf(totals);
  const plot = (title: string, total: string, value: (figures: Figures) => number) => (
    <BarPlot
      title={`${title} por mês em ${year}`}
      description={`${total} no ano. Os números de cada mês estão na tabela abaixo.`}
      bars={months.map((month, index) => ({ name: MONTHS[index] ?? "", value: value(month) }))}
      isLastOpen={false}
    />
  );
  return (
    <>
      <Topic
        id="denuncias"
        title="Denúncias"
        sentence={
          reports === 0
            ? `Nenhuma denúncia foi confirmada em ${year}.`
            : `${countOf(reports, "denúncia foi confirmada", "denúncias foram confirmadas")} por quem denunciou em ${year}. As que ninguém confirma não contam.`
        }
      >
        {plot("Denúncias", countOf(reports, "denúncia", "denúncias"), reportsOf)}
        <Shares title="Pelo motivo" labels={CATEGORY_LABELS} counts={totals.reports.by_category} />
        <Shares title="Por quem denunciou" labels={STANDING_LABELS} counts={totals.reports.by_standing} />
      </Topic>
      <Topic
        id="decisoes"
        title="Decisões"
        sentence={
          decisions === 0
            ? `Nada foi decidido em ${year}.`
            : `${countOf(decisions, "decisão foi tomada", "decisões foram tomadas")}, contando as automáticas. Uma decisão pode responder a várias denúncias.`
        }
      >
        {plot("Decisões", countOf(decisions, "decisão", "decisões"), decisionsOf)}
        <Shares title="Pelo que foi feito" labels={ACTIONS} counts={totals.decisions} />
      </Topic>
      <Topic
        id="prazos"
        title="Prazos"
        sentence={
          median_hours === null
            ? "Nenhum caso foi decidido por uma pessoa, por isso não há tempo de espera a mostrar."
            : `Metade dos casos foi decidida por uma pessoa em até ${duration(median_hours)}, contando da denúncia que o abriu.`
        }
      >
        <p className="max-w-[68ch]">
          {urgent === 0
            ? "Não houve casos urgentes: imagens íntimas e exploração de crianças, que têm prazo de duas horas."
            : `${countOf(urgent, "caso era urgente", "casos eram urgentes")} (imagens íntimas e exploração de crianças, com prazo de duas horas): ${formatCount(urgent_on_time)} no prazo. O que ainda espera depois do prazo conta como atrasado.`}
        </p>
        {urgent > 0 && plot("Casos urgentes", countOf(urgent, "caso", "casos"), (month) => month.urgent)}
      </Topic>
      <Topic
        id="contestacoes"
        title="Contestações"
        sentence={
          appeals === 0
            ? `Ninguém contestou uma decisão em ${year}.`
            : `${countOf(appeals, "contestação foi feita", "contestações foram feitas")} por quem publicou ou denunciou. ${upheld === 0 ? "Nenhuma foi aceita até agora." : `${countOf(upheld, "foi aceita", "foram aceitas")}.`}`
        }
      >
        {plot("Contestações", countOf(appeals, "contestação", "contestações"), (month) => month.appeals)}
      </Topic>
      <Numbers year={year} months={months} totals={totals} />
      <p className="mt-6">
        Para quem programa:{" "}
        <a className="text-link" href={figuresPath(year)}>
          os mesmos números em JSON
        </a>
        .
      </p>
    </>
  );
}

interface TopicProps {
  id: string;
  title: string;
  sentence: string;
  children: ReactNode;
}

function Topic({ id, title, sentence, children }: TopicProps) {
  return (
    <section aria-labelledby={id} className="mt-12 grid gap-x-10 gap-y-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <p className="mt-3 max-w-[68ch]">{sentence}</p>
      </div>
      <div className="grid content-start gap-8">{children}</div>
    </section>
  );
}

/** How a sum divides; those of zero are listed too. */
function Shares({ title, labels, counts }: { title: string; labels: Labels; counts: Counts }) {
  const most = Math.max(1, ...Object.values(counts));
  return (
    <div>
      <h3 className="text-base text-muted">{title}</h3>
      <dl className="mt-2 grid gap-2">
        {Object.entries(labels).map(([key, label]) => (
          <div key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <dt>{label}</dt>
            <dd className="font-semibold tabular-nums">{formatCount(counts[key] ?? 0)}</dd>
            <dd className="col-span-2" aria-hidden="true">
              <svg
                aria-hidden="true"
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                className="mt-1 block h-1.5 w-full bg-sunken"
              >
                <rect
                  width={((counts[key] ?? 0) / most) * 100}
                  height={1}
                  className="fill-primary forced-colors:fill-[CanvasText]"
                />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface Row {
  label: string;
  value: (figures: Figures) => string;
}

const count = (label: string, value: (figures: Figures) => number | undefined): Row => ({
  label,
  value: (figures) => formatCount(value(figures) ?? 0),
});
const each = (labels: Labels, counts: (figures: Figures) => Counts) =>
  Object.entries(labels).map(([key, label]) => count(label, (figures) => counts(figures)[key]));

const groups: { title: string; rows: Row[] }[] = [
  {
    title: "Denúncias, pelo motivo",
    rows: [...each(CATEGORY_LABELS, ({ reports }) => reports.by_category), count("Todas", reportsOf)],
  },
  {
    title: "Denúncias, por quem denunciou",
    rows: each(STANDING_LABELS, ({ reports }) => reports.by_standing),
  },
  {
    title: "Decisões",
    rows: [...each(ACTIONS, ({ decisions }) => decisions), count("Todas", decisionsOf)],
  },
  {
    title: "Prazos",
    rows: [
      {
        label: "Tempo até a decisão (mediana)",
        value: ({ median_hours }) => (median_hours === null ? "–" : duration(median_hours)),
      },
      count("Casos urgentes", ({ urgent }) => urgent),
      count("Urgentes no prazo", ({ urgent_on_time }) => urgent_on_time),
    ],
  },
  {
    title: "Contestações",
    rows: [count("Feitas", ({ appeals }) => appeals), count("Aceitas", ({ upheld }) => upheld)],
  },
];

function Numbers({ year, months, totals }: Transparency) {
  const columns: [string, Figures][] = [
    ...months.map((month, index): [string, Figures] => [MONTHS[index] ?? "", month]),
    ["Ano", totals],
  ];
  return (
    <section aria-labelledby="tabela" className="mt-14">
      <h2 id="tabela" className="text-2xl">
        Todos os números
      </h2>
      <p className="mt-3 max-w-[68ch] text-muted">
        Meses em que nada aconteceu, ou que ainda não chegaram, ficam com zero.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a section inside a section would be one more of the outline */}
      <div
        role="region"
        aria-label="Tabela, que rola para os lados"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="mt-4 overflow-x-auto"
      >
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">Moderação por mês em {year}</caption>
          <thead>
            <tr className="border-b border-edge text-muted">
              <th scope="col" className="py-2 text-left font-semibold">
                O que foi contado
              </th>
              {columns.map(([name]) => (
                <th key={name} scope="col" className="min-w-18 py-2 pl-3 text-right font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={columns.length + 1}
                  className="pt-5 pb-1 text-left font-semibold"
                >
                  {title}
                </th>
              </tr>
              {rows.map(({ label, value }) => (
                <tr key={label} className="border-b border-line">
                  <th scope="row" className="min-w-40 py-1.5 text-left font-normal">
                    {label}
                  </th>
                  {columns.map(([name, figures]) => (
                    <td key={name} className="py-1.5 pl-3 text-right whitespace-nowrap last:font-semibold">
                      {value(figures)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}
