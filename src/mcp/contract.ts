/** The contract of the MCP server's tools: what they take and what they answer. */
import * as z from "zod/mini";
import { cursorText, fewFolded, text, trim } from "#language/text.ts";
import { SEARCH_ORDERS } from "#library/contract.ts";
import { COVER } from "#media/contract.ts";
import { LLM_TYPES, newPrompt, promptView, TEXT_LIMITS, UPLOAD_BODY_LIMIT } from "#prompts/contract.ts";
import { FIELD_NAMES, mask } from "#prompts/fields.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { VERSION_TEXTS } from "#prompts/versions.ts";
import {
  LONGEST_NAME,
  LONGEST_VALUE,
  MOST_PAGES,
  MOST_RESULTS,
  MOST_VALUES,
  USUAL_RESULTS,
} from "./limits.ts";
import { ARGUMENT_TEXTS, messages } from "./messages.ts";

export * from "./limits.ts";

/** Where programs reach the server. */
export const MCP_PATH = "/mcp";

const described = (description: string) => z.describe(description);

const whole = (max: number, error: string) =>
  z.int({ error }).check(z.gte(1, { error }), z.lte(max, { error }));

const promptNumber = whole(Number.MAX_SAFE_INTEGER, messages.id).check(described(ARGUMENT_TEXTS.id));
const paging = {
  page: z._default(whole(MOST_PAGES, messages.page), 1).check(described(ARGUMENT_TEXTS.page)),
  after: cursorText.check(described(ARGUMENT_TEXTS.after)),
};
const toolName = z.enum(
  LLM_TYPES.map(({ name }) => name),
  { error: messages.tool },
);

export const searchInput = z.object({
  text: z.optional(
    text(
      {
        max: TEXT_LIMITS.search,
        none: inputMessages.searchRepeated,
        long: inputMessages.searchTooLong,
      },
      fewFolded(TEXT_LIMITS.search, inputMessages.searchTooLong),
    ).check(described(ARGUMENT_TEXTS.text)),
  ),
  tool: z.optional(toolName.check(described(ARGUMENT_TEXTS.tool))),
  tag: z.optional(
    text({
      max: TEXT_LIMITS.tag,
      none: inputMessages.tagUnknownText,
      long: inputMessages.tagTooLong,
    }).check(described(ARGUMENT_TEXTS.tag)),
  ),
  order: z.optional(z.enum(SEARCH_ORDERS, { error: messages.order }).check(described(ARGUMENT_TEXTS.order))),
  only_working: z.optional(
    z.boolean({ error: messages.onlyWorking }).check(described(ARGUMENT_TEXTS.onlyWorking)),
  ),
  ...paging,
  limit: z
    ._default(whole(MOST_RESULTS, messages.limit), USUAL_RESULTS)
    .check(described(ARGUMENT_TEXTS.limit)),
});
export type SearchInput = z.output<typeof searchInput>;

const value = text({ max: LONGEST_VALUE, lines: true, none: messages.values, long: messages.valueTooLong });

/** Values by the names of variables. */
export const values = z
  .record(text({ max: LONGEST_NAME, long: messages.values }), value, { error: messages.values })
  .check(
    z.refine((given) => Object.keys(given).length <= MOST_VALUES, { error: messages.tooManyValues }),
    described(ARGUMENT_TEXTS.values),
  );

export const promptInput = z.object({
  id: promptNumber,
  version: z.optional(whole(2 ** 31 - 1, messages.version).check(described(ARGUMENT_TEXTS.version))),
  values: z.optional(values),
});

export const noInput = z.object({});
export const favoritesInput = z.object(paging);
export const saveInput = z.object({
  id: promptNumber,
  saved: z._default(z.boolean({ error: messages.saved }), true).check(described(ARGUMENT_TEXTS.saved)),
});
export const publishInput = z.object({
  ...z.pick(newPrompt, mask(FIELD_NAMES.filter((field) => field !== "llm_type_id"))).shape,
  tool: toolName.check(described(ARGUMENT_TEXTS.tool)),
  image: z
    ._default(
      text({
        min: 1,
        max: UPLOAD_BODY_LIMIT,
        asIs: true,
        tidy: trim,
        none: messages.image,
        short: messages.image,
        long: messages.image,
      }),
      COVER,
    )
    .check(described(ARGUMENT_TEXTS.image)),
});

const notice = z.string();
const author = z.object({ name: z.string(), url: z.string() });

/** A prompt of a list. */
const listedPrompt = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  author,
  tool: z.string(),
  tags: z.array(z.string()),
  /** The beginning of its text. */
  excerpt: z.string(),
  likes: z.int(),
  /** People for whom its present version worked, of those who answered. */
  worked: z.int(),
  answered: z.int(),
  /** When somebody said last that it worked. */
  last_worked_at: z.nullable(z.string()),
});

export const promptPage = z.object({
  notice,
  prompts: z.array(listedPrompt),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  /** Whether there are more results than pages reach. */
  more: z.boolean(),
  /** Where the next page begins, for `after`; not on the last one. */
  next: z.optional(z.string()),
  /** The search that these are the results of, where the one asked for was misspelt. */
  corrected: z.optional(z.string()),
  /** Searches to try instead, where there are no results. */
  similar: z.optional(z.array(z.string())),
});
export type PromptPage = z.infer<typeof promptPage>;

/** Texts of a prompt, or of a version of it, beside the one that is filled in. */
export const TEXTS_BESIDE = VERSION_TEXTS.filter((field) => field !== "content");

export const wholePrompt = z.object({
  notice,
  id: z.int(),
  url: z.string(),
  ...z.pick(promptView, mask(TEXTS_BESIDE)).shape,
  author,
  tool: z.string(),
  version: z.int(),
  /** Whether the prompt has no newer version. */
  is_current: z.boolean(),
  /** Names of its variables, in order. */
  variables: z.array(z.string()),
  /** Those that still stand in the text as they were written. */
  unfilled: z.array(z.string()),
  text: z.string(),
});
export type WholePrompt = z.infer<typeof wholePrompt>;

export const toolList = z.object({
  tools: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })),
});
export const savedPrompt = z.object({ id: z.int(), url: z.string(), saved: z.boolean() });
export const publishedPrompt = z.object({
  id: z.int(),
  url: z.string(),
  version: z.int(),
  /** Whether it waits for a moderator, and only its author sees it. */
  in_review: z.boolean(),
});

/** Query of the address: `/mcp?colecao=12`. */
export const mcpQuery = z.object({
  colecao: z.optional(
    text(
      { max: 16, asIs: true, none: messages.collection, long: messages.collection },
      z.regex(/^[1-9]\d{0,14}$/, { error: messages.collection }),
    ),
  ),
});
