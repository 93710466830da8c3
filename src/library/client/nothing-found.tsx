/** A list without prompts is no dead end: similar searches, the tools, and prompts that many like. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isolated } from "#language/isolated.ts";
import { FILTERS } from "#library/catalog.ts";
import { PromptGrid } from "#prompts/client/prompt-grid.tsx";
import { ToolLinks } from "#prompts/client/tool-links.tsx";
import type { PromptView } from "#prompts/contract.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { type LibraryFilters, libraryPath, NO_FILTERS } from "./library-filters.ts";
import { likedOptions, untestedOptions } from "./liked.queries.ts";

interface Props {
  filters: LibraryFilters;
  /** Searches that resemble this one. */
  similar: readonly string[];
  /** What else the search finds. */
  children: ReactNode;
}

export function NothingFound({ filters, similar, children }: Props) {
  const { searchTerm } = filters;
  const hasFilter = filters.tag !== "" || FILTERS.some(({ name }) => filters[name] !== "all");
  const isFiltered = filters.works || hasFilter;
  // Whether more than “Testados há pouco” narrows the list.
  const isNarrowed = searchTerm !== "" || hasFilter;
  const everywhere = libraryPath({ ...NO_FILTERS, searchTerm });
  return (
    <>
      <EmptyState
        seed="vazio"
        title="Não encontramos nenhum prompt com esses filtros."
        description={
          filters.works
            ? "Nenhum prompt com esses filtros foi confirmado nos últimos 90 dias. Usou um? Diga na página dele se funcionou."
            : searchTerm
              ? hasFilter
                ? `Com esses filtros, nada combina com “${isolated(searchTerm)}”. Busque sem eles ou tente uma palavra mais geral.`
                : `Nenhum título, texto, descrição, ferramenta ou pessoa combina com “${isolated(searchTerm)}”. Tente uma palavra mais geral.`
              : undefined
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {filters.works && isNarrowed && (
              <ButtonLink href={libraryPath({ ...filters, works: false, page: 1 })}>
                Remover “Testados há pouco”
              </ButtonLink>
            )}
            <ButtonLink href="/prompts" variant="secondary">
              Limpar filtros
            </ButtonLink>
          </span>
        }
      />
      {(similar.length > 0 || (searchTerm && isFiltered)) && (
        <section aria-labelledby="parecidas" className="mx-auto max-w-xl text-center">
          <h2 id="parecidas" className="text-xl">
            Tente buscar por
          </h2>
          <ul className="mt-4 flex flex-wrap justify-center gap-2.5">
            {searchTerm && isFiltered && (
              <li>
                <ButtonLink href={everywhere} variant="secondary">
                  <span>
                    “<bdi>{searchTerm}</bdi>” sem os filtros
                  </span>
                </ButtonLink>
              </li>
            )}
            {similar.map((words) => (
              <li key={words}>
                <ButtonLink href={libraryPath({ ...NO_FILTERS, searchTerm: words })} variant="secondary">
                  {words}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
      {filters.works ? <Untested filters={filters} /> : <Explore />}
    </>
  );
}

/** What there is without "Testados há pouco"; where that is nothing either, what the library has. */
function Untested({ filters }: { filters: LibraryFilters }) {
  const { data } = useQuery(untestedOptions(filters));
  if (!data) return null;
  const { total, more } = data.pagination;
  if (total === 0) return <Explore />;
  return (
    <section aria-labelledby="sem-teste" className="mt-14">
      <h2 id="sem-teste" className="mb-5 text-xl">
        {`Sem “Testados há pouco”: ${more ? "mais de " : ""}${countOf(total, "prompt", "prompts")}`}
      </h2>
      <Three prompts={data.data} />
    </section>
  );
}

/** In two columns the third would stand alone. */
function Three({ prompts }: { prompts: PromptView[] }) {
  return (
    <div className="sm:max-lg:[&>ul>:nth-child(3)]:hidden">
      <PromptGrid prompts={prompts} columns={3} />
    </div>
  );
}

/** Nothing on a site without prompts. */
function Explore() {
  const { data } = useQuery(likedOptions());
  if (!data?.data.length) return null;
  return (
    <>
      <section aria-labelledby="por-ferramenta" className="mt-14">
        <h2 id="por-ferramenta" className="mb-5 text-xl">
          Explore por ferramenta
        </h2>
        <ToolLinks />
      </section>
      <section aria-labelledby="curtidos" className="mt-14">
        <h2 id="curtidos" className="mb-5 text-xl">
          Os mais curtidos
        </h2>
        <Three prompts={data.data} />
      </section>
    </>
  );
}
