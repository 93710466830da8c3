/** The contract of the prompts API: paths, schemas and limits. Validation follows the specification's section 5. */
import * as z from "zod/mini";
import {
  cursorText,
  fewMarks,
  list,
  optionalText,
  pageNumber,
  pathPart,
  text,
  trim,
  wholeNumber,
} from "#language/text.ts";
import { trimLines } from "#language/visible.ts";
import { imageView, MAX_IMAGE_BYTES } from "#media/contract.ts";
import { messages as mediaMessages } from "#media/messages.ts";
import { resultCounts } from "#results/contract.ts";
import { LLM_TYPES, MOST_TAGS, PUBLICATION_KEY, REMIX_ORDERS, SHORTEST_TAG, TEXT_LIMITS } from "./catalog.ts";
import type { FIELDS, PromptField } from "./fields.ts";
import { inputMessages } from "./input-messages.ts";
import { distinctTags, isTagName, tidyTag } from "./tag-names.ts";

export * from "./catalog.ts";

const llmTypeId = z
  .int({ error: inputMessages.toolRequired })
  .check(z.refine((id) => LLM_TYPES.some((tool) => tool.id === id), { error: inputMessages.toolRequired }));

/** Rows of `prompts.id` are JavaScript-safe integers. */
const promptId = z.int().check(z.positive());

/** A prompt that another one was made from. */
const remixSource = z.object({
  id: promptId,
  title: z.string(),
  user: z.object({ username: z.string() }),
  user_id: z.uuid(),
  created_at: z.iso.datetime(),
});
export type RemixSource = z.infer<typeof remixSource>;

/** Sources of a remix. One that is not public is not named. */
const remixedFrom = z.object({
  direct: z.nullable(remixSource),
  /** The first one: the same, unless that was made from another one. */
  root: z.nullable(remixSource),
  /** Whether the direct one is not here any more. */
  gone: z.boolean(),
  /** The difference that the author names. */
  note: z.nullable(z.string()),
});
export type RemixedFrom = z.infer<typeof remixedFrom>;

/** Every field, but what describes the picture, which is in `image`. */
type ViewShape = Record<Exclude<PromptField, "image_alt">, z.ZodMiniType> & Record<string, z.ZodMiniType>;

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
  /** The one who asks has said whether it works, as it is now; only in the answer for one prompt. */
  has_answered: z.optional(z.literal(true)),
  created_at: z.iso.datetime(),
  /** Time of the author's last edit; null if never edited. */
  edited_at: z.nullable(z.iso.datetime()),
  /** Number of the version that this is, from 1. */
  version: z.int(),
  /** Waits for a moderator; only its author sees it. */
  in_review: z.optional(z.literal(true)),
  /** Source of a remix; null for other prompts. Lists leave it and the next field out. */
  remixed_from: z.optional(z.nullable(remixedFrom)),
  /** Whether public prompts were made from it. */
  has_remixes: z.optional(z.boolean()),
} satisfies ViewShape);
export type PromptView = z.infer<typeof promptView>;

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  /** Totals; for a search, of the first SEARCH_REACH results. */
  pages: z.int(),
  total: z.int(),
  /** Whether a search has more results than can be reached. */
  more: z.boolean(),
  /** Where the next page begins, for `after`; not on the last page, nor in lists without cursors. */
  next: z.optional(z.string()),
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

/** A tag in the list of all. */
export const listedTag = z.extend(tagView, {
  /** Pictures of prompts with the tag, if any. */
  images: z.array(imageView),
});
export type ListedTag = z.infer<typeof listedTag>;

export const tagList = z.object({ data: z.array(listedTag), pagination });
export type TagList = z.infer<typeof tagList>;

export const promptList = z.object({
  data: z.array(promptView),
  pagination,
  /** In a list by tag: that tag; null when there is none. */
  tag: z.optional(z.nullable(tagView)),
  /** With `spelling=correct`, of a misspelt search: the search that these are the results of. */
  corrected: z.optional(z.string()),
  /** With `spelling`, of a search without results: searches to try instead. */
  similar: z.optional(z.array(z.string())),
});
export type PromptList = z.infer<typeof promptList>;

const pageLimit = z._default(wholeNumber(inputMessages.limitInvalid, 100), 20);

/** Paging of a list. */
export const pageQuery = z.object({
  page: pageNumber,
  limit: pageLimit,
  after: cursorText,
});
export type PageQuery = z.output<typeof pageQuery>;

/** A tag in any spelling, or its name in an address. */
export const tagText = text({
  max: TEXT_LIMITS.tag,
  none: inputMessages.tagUnknownText,
  long: inputMessages.tagTooLong,
});

/** The beginning of a tag; without one, the most used are suggested. */
export const tagQuery = z.object({ search: z._default(tagText, "") });
export const tagParams = z.object({ slug: pathPart });
/** The list of all tags; a search is for parts of their names, other ones included. */
export const tagListQuery = z.object({ ...pageQuery.shape, search: z._default(tagText, "") });
export type TagListQuery = z.output<typeof tagListQuery>;

/** A text or a picture that is about to be published. */
export const similarQuery = z.object({
  content: z.optional(
    text(
      { max: TEXT_LIMITS.content, lines: true, tidy: trimLines, long: inputMessages.contentTooLong },
      fewMarks,
    ),
  ),
  image_hash: z.optional(
    text(
      { max: 32, asIs: true, long: inputMessages.imageHashInvalid },
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

/** A prompt that its author has deleted and can bring back. */
export const deletedPrompt = z.object({
  ...z.pick(promptView, { id: true, title: true }).shape,
  undo_until: z.iso.datetime(),
});
export type DeletedPrompt = z.infer<typeof deletedPrompt>;

/** Paging of a prompt's remixes: the most liked ones first, or the newest. */
export const remixesQuery = z.object({
  ...pageQuery.shape,
  orderBy: z._default(z.enum(REMIX_ORDERS, { error: inputMessages.remixOrderInvalid }), "top"),
});
export type RemixesQuery = z.output<typeof remixesQuery>;

/** A malformed id is answered with 404, not 400. */
export const promptParams = z.object({ id: pathPart });
export const userParams = z.object({ id: pathPart });

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
const tags = list(tagName(inputMessages.tagsNeeded), {
  max: MOST_TAGS,
  tidy: distinctTags,
  none: inputMessages.tagsNeeded,
  long: inputMessages.tagsTooMany,
});

/** What a field of each kind is once it is validated. */
interface Values {
  line: string | null | undefined;
  text: string | null | undefined;
  tool: number;
  tags: string[] | undefined;
  flag: boolean | undefined;
}

/**
 * Fields of a prompt that authors fill in (fields.ts), validated by form and server; profanity is checked separately.
 * Defaults belong to {@link newPrompt}, and the form begins with them: an edit would set them again.
 */
export const promptFields = z.object({
  title: text(
    {
      min: 3,
      max: TEXT_LIMITS.title,
      tidy: trim,
      none: inputMessages.titleTooShort,
      short: inputMessages.titleTooShort,
      long: inputMessages.titleTooLong,
    },
    fewMarks,
  ),
  content: text(
    {
      min: 10,
      max: TEXT_LIMITS.content,
      lines: true,
      tidy: trimLines,
      none: inputMessages.contentTooShort,
      short: inputMessages.contentTooShort,
      long: inputMessages.contentTooLong,
    },
    fewMarks,
  ),
  description: optionalText(TEXT_LIMITS.description, inputMessages.descriptionTooLong, { lines: true }),
  llm_type_id: llmTypeId,
  /** Alternative text of the picture. */
  image_alt: optionalText(TEXT_LIMITS.image_alt, inputMessages.altTooLong),
  tags: z.optional(tags),
  /** Whether others may make their own of it. */
  allow_remixes: z.optional(z.boolean({ error: inputMessages.allowRemixesInvalid })),
} satisfies { [Name in PromptField]: z.ZodMiniType<Values[(typeof FIELDS)[Name]["kind"]]> });
export type PromptFields = z.output<typeof promptFields>;

/** Largest body in bytes: a picture in base64 and the longest texts. */
export const UPLOAD_BODY_LIMIT = Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 256 * 1024;

/** Largest body in bytes with the picture as a file. */
export const UPLOAD_FORM_LIMIT = MAX_IMAGE_BYTES + 256 * 1024;

/** A picture: a file in multipart/form-data, or a base64 data URL in JSON. media/ checks its size. */
const picture = z.union(
  [text({ min: 1, max: UPLOAD_BODY_LIMIT, asIs: true, short: inputMessages.imageRequired }), z.file()],
  {
    error: ({ input }) => (typeof input === "string" ? mediaMessages.tooLarge : inputMessages.imageRequired),
  },
);

/** The difference that a remix's author names. */
export const remixNote = optionalText(TEXT_LIMITS.remix_note, inputMessages.remixNoteTooLong, {
  lines: true,
});

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
/** What a new prompt says of some fields, with the defaults. */
export type Published<Name extends PromptField> = Pick<z.output<typeof newPrompt>, Name>;

/** The author's note on a version's change. */
export const changeNote = optionalText(TEXT_LIMITS.change_note, inputMessages.changeNoteTooLong);

/** An edit: omitted fields stay, null removes an optional text. */
export const promptChanges = z.partial(
  z.extend(promptFields, {
    thumbnail_url: picture,
    change_note: changeNote,
    /** For a remix. */
    remix_note: remixNote,
    /** The version that the editor began from; another is a conflict. */
    version: z.int({ error: inputMessages.versionInvalid }),
    /** `edited_at` of the prompt when the editor opened it: it also detects edits that belong to the same version. */
    last_edit: optionalText(TEXT_LIMITS.last_edit, inputMessages.lastEditInvalid),
    /** Makes a version, however young the present one is. */
    own_version: z.boolean({ error: inputMessages.ownVersionInvalid }),
  }),
);
export type PromptChanges = z.output<typeof promptChanges>;

export const publicationHeaders = z.looseObject({
  [PUBLICATION_KEY]: z.optional(
    text(
      { max: 64, asIs: true, long: inputMessages.publicationKeyInvalid },
      z.regex(/^[\w-]{16,64}$/, { error: inputMessages.publicationKeyInvalid }),
    ),
  ),
});
