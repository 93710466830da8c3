/** The contract of collections: lists of prompts, with a note for each entry. */
import * as z from "zod/mini";
import { fewMarks, optionalText, pathPart, text, trim, wholeNumber } from "#language/text.ts";
import { searchText } from "#library/contract.ts";
import { imageView } from "#media/contract.ts";
import { pageQuery, pagination, promptView } from "#prompts/contract.ts";
import { inputMessages } from "./input-messages.ts";
import {
  DESCRIPTION_LENGTH,
  MOST_ITEMS,
  NEWS_PAGE_SIZE,
  NOTE_LENGTH,
  PUBLIC_ORDERS,
  TITLE_LENGTH,
} from "./limits.ts";

export * from "./limits.ts";

/** Fields of the form; profanity is checked separately. Private unless the owner says otherwise. */
export const newCollection = z.object({
  title: text(
    {
      min: 3,
      max: TITLE_LENGTH,
      tidy: trim,
      none: inputMessages.titleTooShort,
      short: inputMessages.titleTooShort,
      long: inputMessages.titleTooLong,
    },
    fewMarks,
  ),
  description: optionalText(DESCRIPTION_LENGTH, inputMessages.descriptionTooLong, { lines: true }),
  is_public: z.optional(z.boolean()),
});
export type NewCollection = z.output<typeof newCollection>;

/** A change: omitted fields stay; `version` is that of the collection as the owner saw it. */
export const collectionChanges = z.extend(z.partial(newCollection), {
  version: z.optional(z.int({ error: inputMessages.versionInvalid }).check(z.positive())),
});
export type CollectionChanges = z.output<typeof collectionChanges>;

/** An entry: omitted fields stay; a new entry goes to the end. */
export const itemFields = z.object({
  note: optionalText(NOTE_LENGTH, inputMessages.noteTooLong, { lines: true }),
  /** From 1, among the entries that are shown. */
  position: z.optional(
    z
      .int({ error: inputMessages.positionInvalid })
      .check(
        z.gte(1, { error: inputMessages.positionInvalid }),
        z.lte(MOST_ITEMS, { error: inputMessages.positionInvalid }),
      ),
  ),
});
export const itemChanges = z.nullish(itemFields);
export type ItemChanges = z.output<typeof itemFields>;

export const collectionParams = z.object({ id: pathPart });
export const collectionQuery = z.object({
  /** `limited` cuts the texts that would make a page too large. */
  texts: z.optional(z.enum(["limited"], { error: inputMessages.textsInvalid })),
});
export const itemParams = z.object({ id: pathPart, promptId: pathPart });

export const ownQuery = z.object({
  /** Also tells which collections have this prompt. */
  prompt: z.optional(
    text({ max: 16, asIs: true, none: inputMessages.promptInvalid, long: inputMessages.promptInvalid }),
  ),
});

/** A collection in lists. */
export const collectionSummary = z.object({
  id: z.int(),
  /** Path of its page. */
  path: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  is_public: z.boolean(),
  /** Entries that are shown. */
  items_count: z.int(),
  /** Raised by changes of title, description or visibility. */
  version: z.int(),
  user: z.object({ username: z.string() }),
  user_id: z.uuid(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Why a moderator has made it private; only for its owner. */
  withdrawn_reason: z.optional(z.string()),
});
export type CollectionSummary = z.infer<typeof collectionSummary>;

export const ownCollections = z.array(
  z.extend(collectionSummary, {
    /** Whether it has the prompt that was asked for. */
    contains: z.optional(z.boolean()),
  }),
);
export type OwnCollection = z.infer<typeof ownCollections>[number];

/** The list of all public collections; a search is for words of their titles. */
export const publicListQuery = z.object({
  ...pageQuery.shape,
  orderBy: z._default(z.enum(PUBLIC_ORDERS, { error: inputMessages.orderInvalid }), "followed"),
  search: z.optional(searchText),
});
export type PublicListQuery = z.output<typeof publicListQuery>;

/** A collection in that list. */
export const publicCollection = z.extend(
  z.omit(collectionSummary, { is_public: true, version: true, withdrawn_reason: true }),
  {
    followers_count: z.int(),
    /** The pictures of its first prompts; at least one. */
    images: z.array(imageView),
  },
);
export type PublicCollection = z.infer<typeof publicCollection>;

export const publicCollections = z.object({ data: z.array(publicCollection), pagination });
export type PublicCollections = z.infer<typeof publicCollections>;

/** An entry. The prompt as in lists, without what differs by reader. */
export const collectionItem = z.object({
  prompt: z.omit(promptView, { is_liked: true, is_favorited: true, in_review: true }),
  note: z.nullable(z.string()),
  added_at: z.iso.datetime(),
  /** Whether the text is only its beginning. */
  is_cut: z.optional(z.literal(true)),
});
export type CollectionItem = z.infer<typeof collectionItem>;

/** A collection with its entries, in order. */
export const collectionView = z.extend(collectionSummary, {
  items: z.array(collectionItem),
  /** Entries whose prompts moderation has hidden: nobody sees them, and only the owner sees how many. */
  unavailable: z.optional(z.int()),
});
export type CollectionView = z.infer<typeof collectionView>;

/** Where an entry is now. */
export const itemPlace = z.object({
  /** From 1, among the entries that are shown. */
  position: z.int(),
  note: z.nullable(z.string()),
  items_count: z.int(),
});
export type ItemPlace = z.infer<typeof itemPlace>;

const namedCollection = z.object({ id: z.int(), title: z.string(), path: z.string() });

/** Public collections that have a prompt, the most followed first. */
export const collectionsOfPrompt = z.array(
  z.extend(namedCollection, { user: z.object({ username: z.string() }) }),
);
export type CollectionOfPrompt = z.infer<typeof collectionsOfPrompt>[number];

const namedTag = z.object({ slug: z.string(), name: z.string() });

/** Authors, collections and tags that a person follows, latest first. */
export const follows = z.object({
  users: z.array(z.object({ id: z.uuid(), username: z.string() })),
  collections: z.array(namedCollection),
  tags: z.array(namedTag),
});
export type Follows = z.infer<typeof follows>;

export const newsQuery = z.object({
  limit: z._default(wholeNumber(inputMessages.newsLimitInvalid, NEWS_PAGE_SIZE), NEWS_PAGE_SIZE),
  /** `next` of the page before. */
  before: z.optional(
    text({ max: 40, asIs: true, none: inputMessages.cursorInvalid, long: inputMessages.cursorInvalid }),
  ),
});

/**
 * News: a prompt that a followed author has published, that has come into a followed collection, that has a followed tag,
 * or that somebody has made from one's own.
 */
export const news = z.object({
  data: z.array(
    z.object({
      prompt: collectionItem.shape.prompt,
      /** Null for what somebody has published. */
      collection: z.nullable(namedCollection),
      /** The followed tag; null for what is news for something else too. */
      tag: z.nullable(namedTag),
      /** One's own prompt that it was made from; null for others. */
      remix_of: z.nullable(z.object({ id: z.int(), title: z.string() })),
      /** The entry's. */
      note: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
  /** For the next page; null when there is none. */
  next: z.nullable(z.string()),
});
export type News = z.infer<typeof news>;

/** Whether somebody gets the weekly mail with news. */
export const newsMail = z.object({ weekly: z.boolean({ error: inputMessages.weeklyInvalid }) });
export type NewsMail = z.infer<typeof newsMail>;

/** As in the link of such a mail. */
export const tokenQuery = z.object({ token: z._default(text({ max: 100, asIs: true }), "") });
