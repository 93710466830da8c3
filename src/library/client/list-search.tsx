/** The search of a list: a form that works without scripts; the URL holds the search. */
import Search from "lucide-react/icons/search";
import type { FormEvent } from "react";
import { useLocation } from "wouter";
import { unitsFor } from "#language/length.ts";
import { Button } from "#ui/button.tsx";
import { literalInput, TextField } from "#ui/text-field.tsx";
import { cleanSearchTerm } from "./library-filters.ts";

interface Props {
  /** The list's path. */
  action: string;
  label: string;
  placeholder: string;
  /** The search that the URL has. */
  term: string;
  /** Characters of a search. */
  limit: number;
  /** Parameters of the list that a new search keeps, without scripts too. */
  kept?: Readonly<Record<string, string>>;
  /** Address of the list with another search. */
  href: (term: string) => string;
}

export function ListSearch({ action, label, placeholder, term, limit, kept = {}, href }: Props) {
  const [, navigate] = useLocation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("q") as HTMLInputElement;
    navigate(href(cleanSearchTerm(field.value, limit)));
    // Hides the on-screen keyboard, which covers the results.
    if (matchMedia("(pointer: coarse)").matches) field.blur();
  };
  return (
    <search className="min-w-0 flex-1 basis-72 lg:max-w-2xl">
      {/* Back and forward change the URL: the key resets the field. */}
      <form key={term} action={action} autoComplete="off" onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label={label}
          type="search"
          name="q"
          defaultValue={term}
          maxLength={unitsFor(limit)}
          placeholder={placeholder}
          enterKeyHint="search"
          {...literalInput}
          className="min-w-0 flex-1"
        />
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant="secondary" className="min-h-12 shrink-0 max-sm:px-3.5">
          <Search aria-hidden="true" className="size-4.5" />
          <span className="max-sm:sr-only">Buscar</span>
        </Button>
      </form>
    </search>
  );
}
