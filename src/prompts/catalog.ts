/** Constants of prompts: tools, orders, limits, names. Apart from the schemas, so that pages do not load those. */

import type { WrittenField } from "./fields.ts";

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

/** A fixed list of values, as a select shows it. */
export const optionsOf = (choices: readonly { id: number | string; name: string }[]) =>
  choices.map(({ id, name }) => ({ value: String(id), label: name }));

/** The orders of lists. */
export const SORT_ORDERS = ["top", "newest", "views", "works"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
/** The orders of a prompt's remixes. */
export const REMIX_ORDERS = ["top", "newest"] as const;
export type RemixOrder = (typeof REMIX_ORDERS)[number];

/** Prompts per page of the library, also the number of its skeletons. */
export const LIBRARY_PAGE_SIZE = 12;
/** Related prompts on a prompt's page: a row on wide screens, two on phones. */
export const RELATED_SIZE = 4;
/** Suggestions for a search at most, tools and prompts together; also tags that are suggested at once. */
export const MOST_SUGGESTIONS = 6;
/** Results that a search can reach; more are shown as "mais de 1.000". */
export const SEARCH_REACH = 1000;

/** Limits of a prompt's texts, in characters. */
export const TEXT_LIMITS = {
  title: 120,
  content: 20_000,
  description: 1000,
  image_alt: 300,
  search: 200,
  change_note: 140,
  remix_note: 280,
  last_edit: 40,
  tag: 30,
} as const satisfies Record<WrittenField, number> & Record<string, number>;
/** Tags of a prompt. */
export const MOST_TAGS = 5;
/** Characters of a tag. */
export const SHORTEST_TAG = 2;
/** On a page of the list of tags; pictures of each. */
export const TAGS_PAGE_SIZE = 24;
export const TAG_PICTURES = 3;
/** Prompts from which a tag's page is for search engines. */
export const INDEXED_FROM = 3;

/** Idempotency header of a publication: a retry with the same key returns the same prompt. */
export const PUBLICATION_KEY = "idempotency-key";

/** Minutes for which authors can bring a prompt back that they have deleted. */
export const UNDO_MINUTES = 10;
