/** The contract of the library: what lists and suggestions are asked with. Their answers are the prompts room's. */
import * as z from "zod/mini";
import { fewFolded, text, wholeNumber } from "#language/text.ts";
import { isBlank } from "#language/visible.ts";
import { pageQuery, promptView, TEXT_LIMITS, tagText } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { type FILTERS, SEARCH_ORDERS } from "./catalog.ts";

export * from "./catalog.ts";

export const searchText = text(
  {
    max: TEXT_LIMITS.search,
    tidy: (words) => (isBlank(words) ? "" : words),
    none: inputMessages.searchRepeated,
    long: inputMessages.searchTooLong,
  },
  fewFolded(TEXT_LIMITS.search, inputMessages.searchTooLong),
);

/** The filters of a list, each with "all". */
const filters = {
  llmTypeId: z.optional(
    z.union([z.literal("all"), wholeNumber(inputMessages.toolUnknown, 14)], {
      error: inputMessages.toolUnknown,
    }),
  ),
} satisfies Record<(typeof FILTERS)[number]["name"], z.ZodMiniType>;

const SPELLINGS = ["correct", "suggest"] as const;
export type Spelling = (typeof SPELLINGS)[number];

export const listQuery = z.object({
  ...pageQuery.shape,
  /** "relevance" for a search, "top" for a list; "relevance" is "top" for a list. */
  orderBy: z.optional(z.enum(SEARCH_ORDERS, { error: inputMessages.orderInvalid })),
  ...filters,
  tag: z.optional(tagText),
  /** Only prompts whose present version somebody has confirmed lately; 1,000 of them can be reached. */
  works: z.optional(z.enum(["today"], { error: inputMessages.worksInvalid })),
  search: z.optional(searchText),
  /** Whether a misspelt search is corrected, or others are suggested if it finds nothing. Without it, neither. */
  spelling: z.optional(z.enum(SPELLINGS, { error: inputMessages.spellingInvalid })),
});
export type ListQuery = z.output<typeof listQuery>;
/** Plain data, of which caches make keys. */
export type ListFilter = Pick<ListQuery, keyof typeof filters | "works">;

/** A search that is still being typed; without a word it has no suggestions. */
export const suggestionQuery = z.object({
  search: searchText,
});

/** What a suggestion shows of a prompt. */
export const suggestions = z.array(
  z.pick(promptView, { id: true, title: true, llm_type: true, image: true }),
);
export type Suggestion = z.infer<typeof suggestions>[number];
