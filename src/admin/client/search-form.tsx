/** The search of an admin's list; the URL holds the search. */
import Search from "lucide-react/icons/search";
import type { FormEvent } from "react";
import { useLocation } from "wouter";
import { SEARCH_LENGTH } from "#admin/contract.ts";
import { unitsFor } from "#language/length.ts";
import { cleanSearchTerm } from "#library/client/library-filters.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { TextField } from "#ui/text-field.tsx";
import { adminPath } from "./admin-address.ts";

/** @param path of the screen */
export function SearchForm({
  path,
  search,
  placeholder,
}: {
  path: string;
  search: string;
  placeholder: string;
}) {
  const [, navigate] = useLocation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("q") ?? "");
    navigate(adminPath(path, { page: 1, search: cleanSearchTerm(typed) }));
  };
  return (
    <search>
      {/* Back and forward change the URL: the key resets the field. */}
      <form
        key={search}
        action={path}
        onSubmit={submit}
        className="mt-6 flex flex-wrap lg:max-w-2xl items-end gap-2"
      >
        <TextField
          label="Buscar"
          type="search"
          name="q"
          defaultValue={search}
          maxLength={unitsFor(SEARCH_LENGTH)}
          placeholder={placeholder}
          enterKeyHint="search"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoComplete="off"
          className="min-w-0 flex-1 basis-56"
        />
        <Button type="submit" variant="secondary" className="min-h-12">
          <Search aria-hidden="true" className="size-4.5" />
          <span className="max-sm:sr-only">Buscar</span>
        </Button>
        {search && (
          <ButtonLink href={path} variant="ghost" className="min-h-12 sm:ml-0">
            Limpar busca
          </ButtonLink>
        )}
      </form>
    </search>
  );
}
