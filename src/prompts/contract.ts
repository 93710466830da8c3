/** The prompts API as both sides see it: paths, schemas and limits. Validation is the specification's section 5. */
import * as z from "zod/mini";
import { imageView } from "#media/contract.ts";
import { LLM_TYPES, PUBLICATION_KEY, SORT_ORDERS, TEXT_LIMITS } from "./catalog.ts";
import { messages } from "./messages.ts";

export * from "./catalog.ts";

/** Rows of `prompts.id` are JavaScript-safe integers. */
const promptId = z.int().check(z.positive());
const llmTypeId = z
  .int({ error: messages.toolRequired })
  .check(z.refine((id) => LLM_TYPES.some((tool) => tool.id === id), { error: messages.toolRequired }));

/** What a list answers of each prompt and a detail page of one. */
export const promptView = z.object({
  id: promptId,
  title: z.string(),
  content: z.string(),
  description: z.nullable(z.string()),
  /** Path of the picture on this site. */
  thumbnail_url: z.string(),
  /** The same picture in several widths, with its dimensions, so that pages do not jump. */
  image: imageView,
  llm_type_id: z.int(),
  llm_type: z.object({ id: z.int(), name: z.string() }),
  user: z.object({ username: z.string() }),
  user_id: z.uuid(),
  views: z.int(),
  likes_count: z.int(),
  is_liked: z.boolean(),
  is_favorited: z.boolean(),
  created_at: z.iso.datetime(),
  /** When the author last changed it; null while it is as it was published. */
  edited_at: z.nullable(z.iso.datetime()),
});
export type PromptView = z.infer<typeof promptView>;

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  /** Pages and prompts in all; for a search, of the first SEARCH_REACH results. */
  pages: z.int(),
  total: z.int(),
  /** True when a search has more results than can be reached. */
  more: z.boolean(),
});

export const promptList = z.object({ data: z.array(promptView), pagination });
export type PromptList = z.infer<typeof promptList>;

/** A whole number of a query string, from 1 on. */
const whole = (max: number, error: string) =>
  z.coerce.number({ error }).check(z.int({ error }), z.gte(1, { error }), z.lte(max, { error }));
/** Beyond the end is a valid question with an empty answer. */
const pageNumber = z._default(whole(1_000_000, messages.pageInvalid), 1);
const pageLimit = z._default(whole(100, messages.limitInvalid), 20);

export const listQuery = z.object({
  page: pageNumber,
  limit: pageLimit,
  orderBy: z._default(z.enum(SORT_ORDERS, { error: messages.orderInvalid }), "top"),
  llmTypeId: z.optional(
    z.union([z.literal("all"), whole(14, messages.toolUnknown)], { error: messages.toolUnknown }),
  ),
  search: z.optional(
    z
      .string({ error: messages.searchRepeated })
      .check(z.maxLength(TEXT_LIMITS.search, { error: messages.searchTooLong })),
  ),
});
export type ListQuery = z.output<typeof listQuery>;

/** Paging of a person's own lists. */
export const pageQuery = z.object({
  page: pageNumber,
  limit: pageLimit,
});
export type PageQuery = z.output<typeof pageQuery>;

/** Anything that is not a prompt's id simply names no prompt: 404, not 400. */
export const promptParams = z.object({ id: z.string() });
export const userParams = z.object({ id: z.string() });

/** @param error what is said where there is no text at all */
const trimmed = (error?: string) => z.string(error ? { error } : undefined).check(z.trim());

/**
 * Characters that nobody sees, such as zero-width spaces, do not count towards what a text must have. One that is too long
 * for any field is not looked through.
 */
const seen = (min: number, error: string) =>
  z.refine<string>(
    (text) => text.length > TEXT_LIMITS.content || text.replace(/\p{Cf}/gu, "").trim().length >= min,
    { error },
  );

/** The texts of a new prompt, as the form and the server check them; profanity is checked beside it. */
export const promptTexts = z.object({
  title: trimmed(messages.titleTooShort).check(
    z.minLength(3, { error: messages.titleTooShort }),
    seen(3, messages.titleTooShort),
    z.maxLength(TEXT_LIMITS.title, { error: messages.titleTooLong }),
  ),
  content: trimmed(messages.contentTooShort).check(
    z.minLength(10, { error: messages.contentTooShort }),
    seen(10, messages.contentTooShort),
    z.maxLength(TEXT_LIMITS.content, { error: messages.contentTooLong }),
  ),
  description: z.optional(
    z.nullable(trimmed().check(z.maxLength(TEXT_LIMITS.description, { error: messages.descriptionTooLong }))),
  ),
  llm_type_id: llmTypeId,
  /** Alternative text of the picture. */
  image_alt: z.optional(
    z.nullable(trimmed().check(z.maxLength(TEXT_LIMITS.image_alt, { error: messages.altTooLong }))),
  ),
});

/** A picture as a base64 data URL. */
const picture = z
  .string({ error: messages.imageRequired })
  .check(z.minLength(1, { error: messages.imageRequired }));

export const newPrompt = z.extend(promptTexts, { thumbnail_url: picture });
export type NewPrompt = z.output<typeof newPrompt>;

/** What an author changes of a prompt: what is not named stays, null takes an optional text away. */
export const promptChanges = z.partial(newPrompt);
export type PromptChanges = z.output<typeof promptChanges>;

export const publicationHeaders = z.looseObject({
  [PUBLICATION_KEY]: z.optional(
    z.string().check(z.regex(/^[\w-]{16,64}$/, { error: messages.publicationKeyInvalid })),
  ),
});
