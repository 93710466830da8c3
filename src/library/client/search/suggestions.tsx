/** The suggestions below a search field: tools, tags and prompts that fit, chosen by keyboard, mouse or finger. */
import { useQuery } from "@tanstack/react-query";
import ArrowRight from "lucide-react/icons/arrow-right";
import Hash from "lucide-react/icons/hash";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { Link } from "wouter";
import { cleanSearchTerm, libraryPath, NO_FILTERS } from "#library/client/library-filters.ts";
import type { Suggestion } from "#library/contract.ts";
import { Picture } from "#media/client/picture.tsx";
import { MOST_SUGGESTIONS } from "#prompts/catalog.ts";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import type { TagView } from "#prompts/contract.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { isComposing } from "#ui/composing.ts";
import { countOf } from "#ui/numbers.ts";
import { usePaused } from "#ui/use-paused.ts";
import { fittingTools } from "./fitting-tools.ts";
import {
  isContinued,
  LEAST_LETTERS,
  suggestedTagsOptions,
  suggestionsOptions,
} from "./suggestions.queries.ts";

type Option = { href: string } & ({ tool: string } | { tag: TagView } | { prompt: Suggestion });

/** Tags among the suggestions at most. */
const MOST_TAGS = 2;

/** State of the list for assistive technology, at the field. */
export interface ShownList {
  expanded: boolean;
  /** Id of the option that the arrows have reached. */
  active?: string | undefined;
}

/** Handles a key that is pressed in the field. */
export type SuggestionKeys = (event: KeyboardEvent) => void;

interface Props {
  listId: string;
  typed: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Passes the state of the list to the field. */
  onShown: (list: ShownList) => void;
  onChosen: () => void;
  keys: Ref<SuggestionKeys>;
}

export function Suggestions({ listId, typed, open, onOpen, onShown, onChosen, keys }: Props) {
  const term = cleanSearchTerm(typed);
  const { options, settled } = useOptions(term);
  // The suggestion reached by the arrows counts only for the text that it was reached with.
  const [reached, setReached] = useState({ term, href: "" });
  const at = reached.term === term ? options.findIndex(({ href }) => href === reached.href) : -1;
  const expanded = open && options.length > 0;
  const active = expanded && at >= 0 ? optionId(listId, at) : undefined;

  // Before the paint: the field never says that a list is open which has gone.
  useLayoutEffect(() => onShown({ expanded, active }), [onShown, expanded, active]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  useImperativeHandle(keys, () => (event) => {
    const { key } = event;
    if (isComposing(event.nativeEvent)) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!expanded) return onOpen(true);
      // For the arrows, the field itself is between the last option and the first.
      const places = options.length + 1;
      const next = (at + 1 + (key === "ArrowDown" ? 1 : -1) + places) % places;
      setReached({ term, href: options[next - 1]?.href ?? "" });
    } else if (key === "Escape" && expanded) {
      // The text stays, and so does the popover that the field may be in.
      event.preventDefault();
      onOpen(false);
    } else if (key === "Enter" && active) {
      event.preventDefault();
      document.getElementById(active)?.click();
    }
  });

  return (
    <>
      <span role="status" className="sr-only">
        {open && term && settled && announcement(options.length)}
      </span>
      {expanded && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field
        <div onMouseDown={(event) => event.preventDefault()} className="search-list shadow-float">
          <div id={listId} role="listbox" aria-label="Sugestões">
            {options.map((option, index) => (
              <Link
                key={option.href}
                id={optionId(listId, index)}
                href={option.href}
                role="option"
                aria-selected={index === at}
                tabIndex={-1}
                onClick={onChosen}
                className="flex min-h-14 items-center gap-3 rounded-tile p-1.5 pr-3 transition-colors hover:bg-primary-soft aria-selected:bg-primary-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
              >
                {"tool" in option ? (
                  <ToolOption name={option.tool} />
                ) : "tag" in option ? (
                  <TagOption {...option.tag} />
                ) : (
                  <PromptOption {...option.prompt} />
                )}
              </Link>
            ))}
          </div>
          {options.some((option) => "prompt" in option) && (
            <button
              type="submit"
              tabIndex={-1}
              className="mt-1.5 flex min-h-11 w-full items-center justify-between gap-3 border-t border-line px-2 pt-1.5 text-left text-sm font-semibold hover:text-primary"
            >
              <span className="line-clamp-1 wrap-anywhere">
                Ver todos os resultados para “<bdi>{term}</bdi>”
              </span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
            </button>
          )}
        </div>
      )}
    </>
  );
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

function announcement(count: number): string {
  if (count === 0) return "Nenhuma sugestão";
  return count === 1 ? "1 sugestão" : `${count} sugestões`;
}

function ToolOption({ name }: { name: string }) {
  return (
    <>
      <ToolBadge name={name} className="min-h-11 shrink-0 px-3 text-sm!" />
      <span className="text-sm text-muted">Todos os prompts desta ferramenta</span>
    </>
  );
}

function TagOption({ name, prompts_count }: TagView) {
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-tile rounded-tr-corner-sm bg-sunken">
        <Hash aria-hidden="true" className="size-5 text-muted" />
      </span>
      <span className="min-w-0">
        <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
        <span className="block text-xs text-muted">Tag · {countOf(prompts_count, "prompt", "prompts")}</span>
      </span>
    </>
  );
}

function PromptOption({ id, title, image, llm_type }: Suggestion) {
  return (
    <>
      <span className="relative size-11 shrink-0 overflow-clip rounded-tile rounded-tr-corner-sm bg-sunken">
        <Picture image={image} alt="" seed={id} sizes="2.75rem" fit="cover" />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 leading-snug font-semibold wrap-anywhere">{title}</span>
        <span className="block text-xs text-muted">{llm_type.name}</span>
      </span>
    </>
  );
}

/** @returns `settled` once the options are those of the term */
function useOptions(term: string): { options: Option[]; settled: boolean } {
  const asked = usePaused(term);
  const { data, isFetching, isError } = useQuery(suggestionsOptions(asked));
  const { data: begun, isFetching: fetchesTags } = useQuery(suggestedTagsOptions(asked));
  const options = useMemo(() => {
    const tools = fittingTools(term).map(({ id, name }) => ({
      href: libraryPath({ ...NO_FILTERS, llmTypeId: id }),
      tool: name,
    }));
    const fits = term.length >= LEAST_LETTERS && isContinued(asked, term);
    const tags = ((fits && begun) || []).slice(0, MOST_TAGS).map((tag) => ({ href: tagPath(tag.slug), tag }));
    const prompts = ((fits && data) || []).map((prompt) => ({ href: `/prompts/${prompt.id}`, prompt }));
    return [...tools, ...tags, ...prompts].slice(0, MOST_SUGGESTIONS);
  }, [term, asked, data, begun]);
  const isKnown = options.length > 0 || (term.length >= LEAST_LETTERS && !isError);
  return { options, settled: asked === term && !isFetching && !fetchesTags && isKnown };
}
