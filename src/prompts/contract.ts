/** The contract of the prompts API: paths, schemas and limits. Validation follows the specification's section 5. */
import * as z from "zod/mini";
import { fewMarks, listChecks, pathPart, text, trim } from "#language/text.ts";
import { imageView, MAX_IMAGE_BYTES } from "#media/contract.ts";
import { messages as mediaMessages } from "#media/messages.ts";
import { resultCounts } from "#results/contract.ts";
import {
  type FILTERS,
  LLM_TYPES,
  MOST_TAGS,
  PUBLICATION_KEY,
  REMIX_ORDERS,
  SEARCH_ORDERS,
  SHORTEST_TAG,
  TEXT_LIMITS,
} from "./catalog.ts";
import { promptId, remixedFrom } from "./credit.ts";
import { inputMessages } from "./input-messages.ts";
import { distinctTags, isTagName, tidyTag } from "./tag-names.ts";

export * from "./catalog.ts";
export type { Credit, RemixedFrom } from "./credit.ts";

const llmTypeId = z
  .int({ error: inputMessages.toolRequired })
  .check(z.refine((id) => LLM_TYPES.some((tool) => tool.id === id), { error: inputMessages.toolRequired }));

/** A prompt in lists and on its own page. */
export const promptView = z.object({
  id: promptId,
  title: z.string(),
  content: z.string(),
  description: z.nullable(z.string()),
  /** Path of the picture on this site. */
  thumbnail_url: z.string(),
  /** The picture in several widths with its dimensions, to avoid layout shifts. */
  image: imageView,
  llm_type_id: z.int(),
  llm_type: z.object({ id: z.int(), name: z.string() }),
  /** Names of its tags, in the author's order. */
  tags: z.array(z.string()),
  /** Whether others may make their own of it. */
  allow_remixes: z.boolean(),
  user: z.object({ username: z.string() }),
  user_id: z.uuid(),
  views: z.int(),
  likes_count: z.int(),
  ...resultCounts.shape,
  is_liked: z.boolean(),
  is_favorited: z.boolean(),
  created_at: z.iso.datetime(),
  /** Time of the author's last edit; null if never edited. */
  edited_at: z.nullable(z.iso.datetime()),
  /** Number of the version that this is, from 1. */
  version: z.int(),
  /** Waits for a moderator; only its author sees it. */
  in_review: z.optional(z.literal(true)),
  /** What it was made from; null when it is no remix. Lists leave it out, and the next one. */
  remixed_from: z.optional(z.nullable(remixedFrom)),
  /** Whether public prompts were made from it. */
  has_remixes: z.optional(z.boolean()),
});
export type PromptView = z.infer<typeof promptView>;

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  /** Totals; for a search, of the first SEARCH_REACH results. */
  pages: z.int(),
  total: z.int(),
  /** Whether a search has more results than can be reached. */
  more: z.boolean(),
});

/** A tag that prompts have. */
export const tagView = z.object({
  name: z.string(),
  /** Its name in addresses. */
  slug: z.string(),
  /** Public prompts with it. */
  prompts_count: z.int(),
});
export type TagView = z.infer<typeof tagView>;

export const promptList = z.object({
  data: z.array(promptView),
  pagination,
  /** Of a list by tag: that tag; null when there is none. */
  tag: z.optional(z.nullable(tagView)),
  /** With `spelling=correct`, of a misspelt search: the search that these are the results of. */
  corrected: z.optional(z.string()),
  /** With `spelling`, of a search without results: searches to try instead. */
  similar: z.optional(z.array(z.string())),
});
export type PromptList = z.infer<typeof promptList>;

/** A positive whole number in a query string. */
const whole = (max: number, error: string) =>
  z.coerce.number({ error }).check(z.int({ error }), z.gte(1, { error }), z.lte(max, { error }));
/** A page beyond the end is valid and empty. */
const pageNumber = z._default(whole(1_000_000, inputMessages.pageInvalid), 1);
const pageLimit = z._default(whole(100, inputMessages.limitInvalid), 20);

const searchText = text({
  max: TEXT_LIMITS.search,
  none: inputMessages.searchRepeated,
  long: inputMessages.searchTooLong,
});

/** The filters of a list, each with "all". */
const filters = {
  llmTypeId: z.optional(
    z.union([z.literal("all"), whole(14, inputMessages.toolUnknown)], { error: inputMessages.toolUnknown }),
  ),
} satisfies Record<(typeof FILTERS)[number]["name"], z.ZodMiniType>;

/** A tag in any spelling, or its name in an address. */
const tagText = text({
  max: TEXT_LIMITS.tag,
  none: inputMessages.tagUnknownText,
  long: inputMessages.tagTooLong,
});

const SPELLINGS = ["correct", "suggest"] as const;
export type Spelling = (typeof SPELLINGS)[number];

export const listQuery = z.object({
  page: pageNumber,
  limit: pageLimit,
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

/** The beginning of a tag; without one, the most used are suggested. */
export const tagQuery = z.object({ search: z._default(tagText, "") });
export const tagParams = z.object({ slug: pathPart });

/** What a suggestion shows of a prompt. */
export const suggestions = z.array(
  z.pick(promptView, { id: true, title: true, llm_type: true, image: true }),
);
export type Suggestion = z.infer<typeof suggestions>[number];

/** A text or a picture that is about to be published. */
export const similarQuery = z.object({
  content: z.optional(
    text({ max: TEXT_LIMITS.content, tidy: trim, long: inputMessages.contentTooLong }, fewMarks),
  ),
  image_hash: z.optional(
    text(
      { max: 32, long: inputMessages.imageHashInvalid },
      z.regex(/^[0-9a-f]{32}$/, { error: inputMessages.imageHashInvalid }),
    ),
  ),
});
export type SimilarQuery = z.output<typeof similarQuery>;

/** A public prompt with nearly the same text, or with the same picture. */
export const similarPrompt = z.object({
  ...z.pick(promptView, { id: true, title: true, user: true }).shape,
  same: z.enum(["text", "image"]),
});
export type SimilarPrompt = z.infer<typeof similarPrompt>;

/** Paging of a user's lists. */
export const pageQuery = z.object({
  page: pageNumber,
  limit: pageLimit,
});
export type PageQuery = z.output<typeof pageQuery>;

/** Paging of a prompt's remixes: the most liked ones first, or the newest. */
export const remixesQuery = z.object({
  ...pageQuery.shape,
  orderBy: z._default(z.enum(REMIX_ORDERS, { error: inputMessages.remixOrderInvalid }), "top"),
});
export type RemixesQuery = z.output<typeof remixesQuery>;

/** A malformed id is answered with 404, not 400. */
export const promptParams = z.object({ id: pathPart });
export const userParams = z.object({ id: pathPart });

/** Invisible characters, such as zero-width spaces, do not count towards the minimum length. */
const seen = (min: number, error: string) =>
  z.refine<string>((text) => text.replace(/\p{Cf}/gu, "").trim().length >= min, { error });

const required = (min: number, max: number, short: string, long: string) =>
  text({ min, max, tidy: trim, none: short, short, long }, seen(min, short), fewMarks);

/** An empty text is none. */
const optional = (max: number, long: string) =>
  z.optional(
    z.nullable(text({ max, tidy: trim, long }, fewMarks)).check(z.overwrite((value) => value || null)),
  );

/** A tag as somebody writes it. @param none error when it is not a text */
export const tagName = (none: string) =>
  text(
    {
      min: SHORTEST_TAG,
      max: TEXT_LIMITS.tag,
      tidy: tidyTag,
      none,
      short: inputMessages.tagTooShort,
      long: inputMessages.tagTooLong,
    },
    z.refine(isTagName, { error: inputMessages.tagInvalid }),
  );
const tags = z
  .array(tagName(inputMessages.tagsNeeded), { error: inputMessages.tagsNeeded })
  .check(z.overwrite(distinctTags), listChecks.atMost(MOST_TAGS, inputMessages.tagsTooMany));

/**
 * What authors fill in, validated by form and server; profanity is checked separately. Each field is a column of the
 * same name, but for the tags. Defaults belong to {@link newPrompt}, and the form begins with them: an edit would set them again.
 */
export const promptFields = z.object({
  title: required(3, TEXT_LIMITS.title, inputMessages.titleTooShort, inputMessages.titleTooLong),
  content: required(10, TEXT_LIMITS.content, inputMessages.contentTooShort, inputMessages.contentTooLong),
  description: optional(TEXT_LIMITS.description, inputMessages.descriptionTooLong),
  llm_type_id: llmTypeId,
  /** Alternative text of the picture. */
  image_alt: optional(TEXT_LIMITS.image_alt, inputMessages.altTooLong),
  tags: z.optional(tags),
  /** Whether others may make their own of it. */
  allow_remixes: z.optional(z.boolean({ error: inputMessages.allowRemixesInvalid })),
});
export type PromptFields = z.output<typeof promptFields>;
export const FIELD_NAMES = z.keyof(promptFields).options;

/** Largest body in bytes: a picture in base64 and the longest texts. */
export const UPLOAD_BODY_LIMIT = Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 256 * 1024;

/** Largest body in bytes with the picture as a file. */
export const UPLOAD_FORM_LIMIT = MAX_IMAGE_BYTES + 256 * 1024;

/** A picture: a file in multipart/form-data, or a base64 data URL in JSON. media/ checks its size. */
const picture = z.union(
  [text({ min: 1, max: UPLOAD_BODY_LIMIT, short: inputMessages.imageRequired }), z.file()],
  {
    error: ({ input }) => (typeof input === "string" ? mediaMessages.tooLarge : inputMessages.imageRequired),
  },
);

/** What a remix's author says is different. */
export const remixNote = optional(TEXT_LIMITS.remix_note, inputMessages.remixNoteTooLong);

export const newPrompt = z.extend(promptFields, {
  thumbnail_url: picture,
  allow_remixes: z._default(z.boolean({ error: inputMessages.allowRemixesInvalid }), true),
  /** The prompt that it was made from. */
  remixed_from: z.optional(
    z.nullable(
      z
        .int({ error: inputMessages.remixedFromInvalid })
        .check(z.positive({ error: inputMessages.remixedFromInvalid })),
    ),
  ),
  remix_note: remixNote,
});
export type NewPrompt = z.input<typeof newPrompt>;

/** What its author says has changed with a version. */
export const changeNote = optional(TEXT_LIMITS.change_note, inputMessages.changeNoteTooLong);

/** An edit: omitted fields stay, null removes an optional text. */
export const promptChanges = z.partial(
  z.extend(promptFields, {
    thumbnail_url: picture,
    change_note: changeNote,
    /** Of a remix. */
    remix_note: remixNote,
    /** The version that the editor began from; another is a conflict. */
    version: z.int({ error: inputMessages.versionInvalid }),
    /** `edited_at` of what the editor began from: it also tells edits that belong to the same version. */
    last_edit: optional(TEXT_LIMITS.last_edit, inputMessages.lastEditInvalid),
    /** Makes a version, however young the present one is. */
    own_version: z.boolean({ error: inputMessages.ownVersionInvalid }),
  }),
);
export type PromptChanges = z.output<typeof promptChanges>;

export const publicationHeaders = z.looseObject({
  [PUBLICATION_KEY]: z.optional(
    text(
      { max: 64, long: inputMessages.publicationKeyInvalid },
      z.regex(/^[\w-]{16,64}$/, { error: inputMessages.publicationKeyInvalid }),
    ),
  ),
});
