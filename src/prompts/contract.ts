/** The prompts API as both sides see it: paths, schemas and limits. Validation is the specification's section 5. */
import * as z from "zod/mini";
import { imageView } from "#media/contract.ts";
import { messages } from "./messages.ts";

/** The fixed list of AI tools (specification, section 3); the database holds the same ids. */
export const LLM_TYPES = [
  { id: 1, name: "ChatGPT" },
  { id: 2, name: "DALL-E" },
  { id: 3, name: "Midjourney" },
  { id: 4, name: "Stable Diffusion" },
  { id: 5, name: "Gemini" },
  { id: 6, name: "Claude" },
  { id: 7, name: "Llama" },
  { id: 8, name: "GPT-4" },
  { id: 9, name: "Falcon" },
  { id: 10, name: "Bard" },
  { id: 11, name: "Copilot" },
  { id: 12, name: "Bing" },
  { id: 13, name: "Leonardo AI" },
  { id: 14, name: "Runway" },
] as const;

/** Prompts on a page of the library, and so its skeletons. */
export const LIBRARY_PAGE_SIZE = 12;
/** Prompts in the trending list. */
export const TRENDING_SIZE = 6;
/** A search reaches this many results at most; beyond, only "mais de 1.000" is known. */
export const SEARCH_REACH = 1000;

/** Rows of `prompts.id` are JavaScript-safe integers. */
const promptId = z.int().check(z.positive());
const llmTypeId = z.int({ error: messages.toolRequired }).check(
  z.refine((id) => LLM_TYPES.some((tool) => tool.id === id), { error: messages.toolRequired }),
);

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

export const SORT_ORDERS = ["top", "newest", "views"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Numbers of a query string; `page` beyond the end is a valid question with an empty answer. */
const pageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1);

export const listQuery = z.object({
  page: pageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  orderBy: z._default(z.enum(SORT_ORDERS), "top"),
  llmTypeId: z.optional(z.union([z.literal("all"), z.coerce.number().check(z.int(), z.gte(1), z.lte(14))])),
  search: z.optional(z.string().check(z.maxLength(200, { error: messages.searchTooLong }))),
});
export type ListQuery = z.output<typeof listQuery>;

/** Paging of a person's own lists. */
export const pageQuery = z.object({
  page: pageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});
export type PageQuery = z.output<typeof pageQuery>;

/** Anything that is not a prompt's id simply names no prompt: 404, not 400. */
export const promptParams = z.object({ id: z.string() });
export const userParams = z.object({ id: z.string() });

const trimmed = () => z.string().check(z.trim());

/** The texts of a new prompt, as the form and the server check them; profanity is checked beside it. */
export const promptTexts = z.object({
  title: trimmed().check(
    z.minLength(3, { error: messages.titleTooShort }),
    z.maxLength(120, { error: messages.titleTooLong }),
  ),
  content: trimmed().check(
    z.minLength(10, { error: messages.contentTooShort }),
    z.maxLength(20_000, { error: messages.contentTooLong }),
  ),
  description: z.optional(
    z.nullable(trimmed().check(z.maxLength(1000, { error: messages.descriptionTooLong }))),
  ),
  llm_type_id: llmTypeId,
  /** Alternative text of the picture. */
  image_alt: z.optional(z.nullable(trimmed().check(z.maxLength(300, { error: messages.altTooLong })))),
});

export const newPrompt = z.extend(promptTexts, {
  /** The picture as a base64 data URL. */
  thumbnail_url: z
    .string({ error: messages.imageRequired })
    .check(z.minLength(1, { error: messages.imageRequired })),
});
export type NewPrompt = z.output<typeof newPrompt>;
