/** Search, filters and order of the library: a form that works without scripts, and submits itself with them. */
import { useQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { unitsFor } from "#language/length.ts";
import { defaultOrder, FILTERS, SEARCH_ORDERS, type SearchOrder } from "#library/catalog.ts";
import { promptListOptions } from "#library/client/lists.queries.ts";
import { optionsOf, TEXT_LIMITS } from "#prompts/catalog.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { literalInput, TextField } from "#ui/text-field.tsx";
import { cleanSearchTerm, type LibraryFilters, libraryPath, readFilters } from "./library-filters.ts";
import { listQueryOf } from "./list-query.ts";

/** Debounce of typing, in milliseconds. */
const TYPING_PAUSE = 250;

const ORDER_LABELS: Record<SearchOrder, string> = {
  relevance: "Relevância",
  top: "Mais curtidos",
  newest: "Mais recentes",
  views: "Mais vistos",
  works: "Confirmados por último",
};

/** The value of the default order, which differs between a list and a search: a form without scripts sends one for both. */
const DEFAULT = "default";

function orderOptions(searchTerm: string) {
  return SEARCH_ORDERS.filter((order) => searchTerm || order !== "relevance").map((order) => ({
    value: order === defaultOrder(searchTerm) ? DEFAULT : order,
    label: ORDER_LABELS[order],
  }));
}

export function FilterBar({ filters }: { filters: LibraryFilters }) {
  const { form, typed, type, apply } = useFilterForm(filters);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
    // Hides the on-screen keyboard, which covers the results.
    if (matchMedia("(pointer: coarse)").matches) (document.activeElement as HTMLElement | null)?.blur();
  };
  return (
    <search>
      <form
        ref={form}
        action="/prompts"
        // Browsers must not restore an earlier choice: the URL decides.
        autoComplete="off"
        onSubmit={submit}
        className="flex flex-wrap items-end gap-3"
      >
        <div className="flex w-full items-end gap-2 sm:w-44 sm:grow">
          <TextField
            label="Buscar"
            type="search"
            name="q"
            value={typed}
            onChange={(event) => type(event.target.value)}
            maxLength={unitsFor(TEXT_LIMITS.search)}
            placeholder="Tema, pessoa, palavra do prompt…"
            enterKeyHint="search"
            {...literalInput}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="secondary" className="min-h-12 shrink-0 max-lg:px-3.5">
            <Search aria-hidden="true" className="size-4.5" />
            <span className="max-lg:sr-only">Buscar</span>
          </Button>
        </div>
        {FILTERS.map((filter) => (
          <Select
            key={filter.name}
            label={filter.label}
            name={filter.parameter}
            options={[{ value: "all", label: "Todos" }, ...optionsOf(filter.choices)]}
            value={String(filters[filter.name])}
            onChange={apply}
            className="min-w-22 flex-1 sm:w-42 sm:flex-none lg:w-52"
          />
        ))}
        {filters.works && <input type="hidden" name="funciona" value="hoje" />}
        <Select
          label="Ordenar por"
          name="sort"
          options={orderOptions(filters.searchTerm)}
          value={filters.sortBy ?? DEFAULT}
          onChange={apply}
          className="w-42 sm:w-44 lg:w-52"
        />
        {filters.tag && <TagFilter filters={filters} />}
      </form>
    </search>
  );
}

/** Sent with the form; its link takes it away. */
function TagFilter({ filters }: { filters: LibraryFilters }) {
  const { data, isPlaceholderData } = useQuery(promptListOptions(listQueryOf(filters)));
  const name = (!isPlaceholderData && data?.tag?.name) || filters.tag;
  return (
    <p className="w-full">
      <input type="hidden" name="tag" value={filters.tag} />
      <Link
        href={libraryPath({ ...filters, tag: "", page: 1 })}
        aria-label={`Remover o filtro da tag ${name}`}
        className="tag pr-2"
      >
        Tag: {name}
        <X aria-hidden="true" className="ml-2 size-4" />
      </Link>
    </p>
  );
}

/** State of the search field: the URL follows it after the debounce, and it follows the URL. */
function useFilterForm(filters: LibraryFilters) {
  const [, navigate] = useLocation();
  const [typed, type] = useState(filters.searchTerm);
  const searchTerm = cleanSearchTerm(typed);
  const form = useRef<HTMLFormElement>(null);
  /** The last term on which field and URL agreed. */
  const agreed = useRef(filters.searchTerm);

  /** The form names no page: any change of the filters returns to the first (specification, section 4). */
  const read = () => {
    const said = new URLSearchParams();
    for (const [name, value] of new FormData(form.current ?? undefined)) said.set(name, String(value));
    return readFilters(said);
  };

  // Input made before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial value
  useEffect(() => {
    const path = libraryPath({ ...read(), exact: filters.exact, page: filters.page });
    if (path !== libraryPath(filters)) navigate(libraryPath(read()), { replace: true });
  }, []);

  // Back, forward and "Limpar filtros" change the URL.
  useEffect(() => {
    if (filters.searchTerm === agreed.current) return;
    agreed.current = filters.searchTerm;
    type(filters.searchTerm);
  }, [filters.searchTerm]);

  useEffect(() => {
    if (searchTerm === agreed.current) return;
    const timer = window.setTimeout(() => {
      agreed.current = searchTerm;
      // Replaces the history entry instead of adding one per word.
      navigate(libraryPath({ ...filters, searchTerm, exact: false, page: 1 }), { replace: true });
    }, TYPING_PAUSE);
    return () => window.clearTimeout(timer);
  }, [searchTerm, filters, navigate]);

  const apply = () => {
    const said = read();
    // The same search is searched in the same way.
    const exact = filters.exact && said.searchTerm === filters.searchTerm;
    const path = libraryPath({ ...said, exact });
    if (path === libraryPath(filters)) return;
    agreed.current = searchTerm;
    navigate(path);
  };
  return { form, typed, type, apply };
}
