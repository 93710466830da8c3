/** A list without prompts is no dead end: similar searches, the tools, and prompts that many like. */
import { useQuery } from "@tanstack/react-query";
import { FILTERS } from "#prompts/catalog.ts";
import { PromptGrid } from "#prompts/client/prompt-grid.tsx";
import { ToolLinks } from "#prompts/client/tool-links.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { type LibraryFilters, libraryPath, NO_FILTERS } from "./library-filters.ts";
import { likedOptions } from "./liked.queries.ts";

interface Props {
  filters: LibraryFilters;
  /** Searches that resemble this one. */
  similar: readonly string[];
}

export function NothingFound({ filters, similar }: Props) {
  const { searchTerm } = filters;
  const isFiltered =
    filters.works || filters.tag !== "" || FILTERS.some(({ name }) => filters[name] !== "all");
  const everywhere = libraryPath({ ...NO_FILTERS, searchTerm });
  return (
    <>
      <EmptyState
        seed="vazio"
        title="Não encontramos nenhum prompt com esses filtros."
        description={
          searchTerm
            ? `Nenhum título, texto, descrição, ferramenta ou autor combina com “${searchTerm}”. Tente uma palavra mais geral.`
            : undefined
        }
        action={
          <ButtonLink href="/prompts" variant="secondary">
            Limpar filtros
          </ButtonLink>
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
                  “{searchTerm}” sem os filtros
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
      <Explore />
    </>
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
          Curtidos pela comunidade
        </h2>
        {/* In two columns the third would stand alone. */}
        <div className="sm:max-lg:[&>ul>:nth-child(3)]:hidden">
          <PromptGrid prompts={data.data} columns={3} />
        </div>
      </section>
    </>
  );
}
