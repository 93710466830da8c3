/** The site's search: a form that leads to the library, also without scripts. Suggestions come with the first focus. */
import Search from "lucide-react/icons/search";
import { type FormEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { unitsFor } from "#language/length.ts";
import { cleanSearchTerm, libraryPath, NO_FILTERS } from "#library/client/library-filters.ts";
import { useLibraryFilters } from "#library/client/use-library-filters.ts";
import { TEXT_LIMITS } from "#prompts/catalog.ts";
import { cx } from "#ui/cx.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { isShortcutOn } from "./shortcut.ts";
import type { ShownList, SuggestionKeys } from "./suggestions.tsx";

/** Without suggestions the form still leads to the library. */
const Suggestions = lazyPart(async () => (await import("./suggestions.tsx")).Suggestions);

const LIBRARY = libraryPath(NO_FILTERS);
const NAME = "Buscar prompts";
/** Where a key that is pressed means something else. */
const BUSY = "input, textarea, select, [contenteditable], [role=dialog], [popover]";

interface Props {
  large?: boolean;
  /** Inside a popover: has focus as soon as that opens, before any script. */
  autoFocus?: boolean;
  /** "/" leads here. */
  slash?: boolean;
  /** Called when a suggestion was chosen or the search sent. */
  onLeave?: () => void;
  className?: string;
}

export function SearchField({ large, autoFocus, slash, onLeave, className }: Props) {
  const listId = useId();
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const term = useTerm();
  const [typed, setTyped] = useState(term);
  const [engaged, setEngaged] = useState(false);
  const [open, setOpen] = useState(false);
  const [list, setList] = useState<ShownList>({ expanded: false });
  const keys = useRef<SuggestionKeys>(null);
  useSlash(input, slash);

  // A new list replaces what was typed; hydration does not.
  const shown = useRef(term);
  useEffect(() => {
    const field = input.current as HTMLInputElement;
    if (shown.current !== term) field.value = term;
    shown.current = term;
    setTyped(field.value);
    // Text typed before hydration gets suggestions too.
    if (field.value !== term && document.activeElement === field) {
      setEngaged(true);
      setOpen(true);
    }
  }, [term]);

  const leave = () => {
    setOpen(false);
    // Hides the on-screen keyboard, which covers the results.
    if (matchMedia("(pointer: coarse)").matches) input.current?.blur();
    onLeave?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate(libraryPath({ ...NO_FILTERS, searchTerm: cleanSearchTerm(input.current?.value ?? "") }));
    leave();
  };

  return (
    <search className={cx("search", className)}>
      <form
        action={LIBRARY}
        autoComplete="off"
        onSubmit={submit}
        onFocus={() => setEngaged(true)}
        onBlur={({ currentTarget, relatedTarget }) =>
          !currentTarget.contains(relatedTarget) && setOpen(false)
        }
      >
        <div className={cx("search-box", large && "search-box-large")}>
          <input
            ref={input}
            // biome-ignore lint/a11y/noAutofocus: of a popover that is opened to type into it
            autoFocus={autoFocus}
            type="search"
            name="q"
            role="combobox"
            aria-label={NAME}
            aria-autocomplete="list"
            aria-expanded={list.expanded}
            aria-controls={listId}
            aria-activedescendant={list.active}
            defaultValue={typed}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setOpen(true);
            }}
            onKeyDown={(event) => keys.current?.(event)}
            maxLength={unitsFor(TEXT_LIMITS.search)}
            placeholder={NAME}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          {slash && <span aria-hidden="true">/</span>}
          <button type="submit" aria-label={NAME}>
            <Search aria-hidden="true" className="size-5" />
            {large && <span>Buscar</span>}
          </button>
        </div>
        {engaged && (
          <Suspense>
            <Suggestions
              listId={listId}
              typed={typed}
              open={open}
              onOpen={setOpen}
              onShown={setList}
              onChosen={() => {
                if (input.current) input.current.value = "";
                setTyped("");
                leave();
              }}
              keys={keys}
            />
          </Suspense>
        )}
      </form>
    </search>
  );
}

/** The search of the library's list, if that is the page. */
function useTerm(): string {
  const [path] = useLocation();
  const { searchTerm } = useLibraryFilters();
  return path === LIBRARY ? searchTerm : "";
}

/** "/" leads to the field, unless something is being typed, a menu or a dialog is open, or the field is hidden. */
function useSlash(input: RefObject<HTMLInputElement | null>, wanted: boolean | undefined) {
  useEffect(() => {
    if (!wanted) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey || !isShortcutOn()) return;
      if ((target as Element).closest(BUSY) || !input.current?.checkVisibility()) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input, wanted]);
}
