/** The public log of decisions, with its filters: links and a plain form, so that it is read without a script. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearch } from "wouter";
import {
  ACTIONS,
  CATEGORIES,
  GROUNDLESS,
  GROUNDS,
  type LogEntry,
  MODERATION_PAGE_SIZE,
} from "#moderation/contract.ts";
import { TARGETS } from "#moderation/messages.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Pagination } from "#ui/pagination.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import {
  LOG_PATH,
  type LogFilters,
  logOptions,
  logPath,
  readLogFilters,
  TRANSPARENCY_PATH,
} from "./public.queries.ts";

const BY = {
  admin: "pela administração",
  moderation: "pela moderação",
  automatic: "automaticamente",
} as const;
const unnamed = (type: LogEntry["target_type"]) =>
  `${TARGETS[type].end === "a" ? "Uma" : "Um"} ${TARGETS[type].noun}`;

/** The value of "all", which the address may have; it is no action and no category. */
const ALL = "todas";
const optionsOf = (all: string, labels: [string, string][]) => [
  { value: ALL, label: all },
  ...labels.map(([value, label]) => ({ value, label })),
];
const actionOptions = optionsOf("Todas as decisões", Object.entries(ACTIONS));
const categoryOptions = optionsOf(
  "Todas as categorias",
  Object.entries(CATEGORIES).map(([key, { label }]) => [key, label]),
);

export function LogPage() {
  const filters = readLogFilters(new URLSearchParams(useSearch()));
  return (
    <div className="measure py-10 sm:py-14">
      <header className="max-w-3xl">
        <h1 className="text-display">Moderação</h1>
        <p className="mt-5 text-lg">
          Cada decisão sobre o que foi publicado aqui, da mais recente à mais antiga: o que foi feito, por
          qual regra e por quem. Quem denunciou nunca aparece; o título também não, quando ele mesmo causaria
          dano.
        </p>
        <p className="mt-3">
          As regras estão nos <TextLink href="/terms-of-use">Termos de Uso</TextLink>; os números de cada ano,
          em <TextLink href={TRANSPARENCY_PATH}>Transparência</TextLink>.
        </p>
      </header>
      <Filters key={logPath(filters)} {...filters} />
      <Entries filters={filters} />
    </div>
  );
}

function Filters({ action = undefined, category = undefined }: LogFilters) {
  return (
    <form
      action={LOG_PATH}
      aria-label="Filtrar decisões"
      className="mt-10 grid gap-4 border-y border-line py-6 sm:grid-cols-[1fr_1fr_auto] sm:items-end"
    >
      <Select label="Decisão" name="acao" options={actionOptions} defaultValue={action ?? ALL} />
      <Select
        label="Categoria da denúncia"
        name="categoria"
        options={categoryOptions}
        defaultValue={category ?? ALL}
      />
      <Button type="submit">Filtrar</Button>
    </form>
  );
}

function Entries({ filters }: { filters: LogFilters }) {
  const query = useQuery(logOptions(filters));
  const { data, error, isPlaceholderData } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(filters.page);
  // The last page has no link to a next one: the focus goes to the top of the list.
  useEffect(() => {
    if (isPlaceholderData || shown.current === filters.page) return;
    shown.current = filters.page;
    heading.current?.focus();
  }, [isPlaceholderData, filters.page]);
  if (!data) {
    return error ? (
      <QueryError message="Erro ao carregar as decisões" query={query} />
    ) : (
      <Skeleton className="mt-8 h-96" />
    );
  }
  const { entries, totalCount } = data;
  const isFiltered = Boolean(filters.action || filters.category);
  if (entries.length === 0) return <NoEntries isFiltered={isFiltered} isBeyond={totalCount > 0} />;
  return (
    <section aria-labelledby="decisoes" className="mt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 ref={heading} id="decisoes" tabIndex={-1} className="scroll-mt-24 text-2xl">
          {countOf(totalCount, "decisão", "decisões")}
        </h2>
        {isFiltered && <TextLink href={LOG_PATH}>Limpar filtros</TextLink>}
      </div>
      <ol className="mt-4 mb-10">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <Pagination
        page={filters.page}
        pages={Math.ceil(totalCount / MODERATION_PAGE_SIZE)}
        total={totalCount}
        limit={MODERATION_PAGE_SIZE}
        href={(page) => logPath({ ...filters, page })}
        loading={isPlaceholderData}
      />
    </section>
  );
}

function NoEntries({ isFiltered, isBeyond }: { isFiltered: boolean; isBeyond: boolean }) {
  if (isFiltered || isBeyond) {
    return (
      <EmptyState
        seed="sem decisões"
        title={isBeyond ? "Esta página não existe." : "Nenhuma decisão com estes filtros."}
        action={<ButtonLink href={LOG_PATH}>Ver todas as decisões</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      seed="sem decisões"
      title="Nenhuma decisão até agora."
      description="Quando algo for denunciado e decidido, a decisão aparece nesta página."
    />
  );
}

/** What a decision says it was taken for. */
function groundOf({ action, ground }: LogEntry): string {
  if (action === "restore") return "A decisão anterior foi desfeita.";
  const { label, sentence } = GROUNDS[ground];
  return GROUNDLESS.includes(action) ? sentence : `${label}. ${sentence}`;
}

function Entry({ entry }: { entry: LogEntry }) {
  const { created_at, action, category, target_type, label, overturned, by } = entry;
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-line py-5 md:grid-cols-[13rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <p className="text-sm text-muted">
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </p>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{ACTIONS[action]}</Badge>
          {overturned && <Badge hue={2}>Desfeita depois</Badge>}
          <span className="text-sm text-muted">{BY[by]}</span>
        </p>
        <h3 className="mt-2 text-lg wrap-anywhere">{label ?? unnamed(target_type)}</h3>
        <p className="mt-1 max-w-[68ch]">{groundOf(entry)}</p>
        {category && <p className="mt-1 text-sm text-muted">Denúncia: {CATEGORIES[category].label}</p>}
      </div>
    </li>
  );
}
