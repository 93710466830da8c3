/** Search, tool and order of the library: a form that works without scripts, and submits itself with them. */
import Search from "lucide-react/icons/search";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { LLM_TYPES, type SortOrder, TEXT_LIMITS } from "#prompts/catalog.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { cleanSearchTerm, type LibraryFilters, libraryPath, readFilters } from "./library-filters.ts";

/** Debounce of typing, in milliseconds. */
const TYPING_PAUSE = 250;

const tools = [
  { value: "all", label: "Todos" },
  ...LLM_TYPES.map(({ id, name }) => ({ value: String(id), label: name })),
];

const orders: { value: SortOrder; label: string }[] = [
  { value: "top", label: "Mais curtidos" },
  { value: "newest", label: "Mais recentes" },
  { value: "views", label: "Mais vistos" },
];

export function FilterBar({ filters }: { filters: LibraryFilters }) {
  const { form, typed, type, apply } = useFilterForm(filters);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply({});
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
        className="grid grid-cols-[1fr_10.5rem] items-end gap-3 sm:grid-cols-[1fr_10.5rem_10.5rem] lg:grid-cols-[1fr_13rem_13rem]"
      >
        <div className="col-span-2 flex items-end gap-2 sm:col-span-1">
          <TextField
            label="Buscar"
            type="search"
            name="q"
            value={typed}
            onChange={(event) => type(event.target.value)}
            maxLength={TEXT_LIMITS.search}
            placeholder="Tema, autor, palavra do prompt…"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="secondary" className="min-h-12 shrink-0 max-lg:px-3.5">
            <Search aria-hidden="true" className="size-4.5" />
            <span className="max-lg:sr-only">Buscar</span>
          </Button>
        </div>
        <Select
          label="Tipo de LLM"
          name="llm"
          options={tools}
          value={String(filters.llmTypeId)}
          onChange={({ target: { value } }) => apply({ llmTypeId: value === "all" ? value : Number(value) })}
        />
        <Select
          label="Ordenar por"
          name="sort"
          options={orders}
          value={filters.sortBy}
          onChange={({ target: { value } }) => apply({ sortBy: value as SortOrder })}
        />
      </form>
    </search>
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

  // Input made before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial value
  useEffect(() => {
    if (!form.current) return;
    const chosen = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) chosen.set(name, String(value));
    const path = libraryPath({ ...readFilters(chosen), page: filters.page });
    if (path !== libraryPath(filters)) {
      navigate(libraryPath({ ...readFilters(chosen), page: 1 }), { replace: true });
    }
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
      navigate(libraryPath({ ...filters, searchTerm, page: 1 }), { replace: true });
    }, TYPING_PAUSE);
    return () => window.clearTimeout(timer);
  }, [searchTerm, filters, navigate]);

  /** Any change of the filters returns to the first page (specification, section 4). */
  const apply = (changes: Partial<LibraryFilters>) => {
    const path = libraryPath({ ...filters, searchTerm, ...changes, page: 1 });
    if (path === libraryPath(filters)) return;
    agreed.current = searchTerm;
    navigate(path);
  };
  return { form, typed, type, apply };
}
