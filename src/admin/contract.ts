/** The contract of the admin's API. */
import * as z from "zod/mini";
import { fewFolded, fewMarks, pageNumber, pathPart, text, trim } from "#language/text.ts";
import { imageView } from "#media/contract.ts";
import { brokenGround } from "#moderation/contract.ts";
import { tagName, tagView } from "#prompts/contract.ts";
import { messages } from "./messages.ts";

/** Prompts, users and log entries per page (specification, section 9). */
export const ADMIN_PAGE_SIZE = 30;
/** Length of a search, in characters. */
export const SEARCH_LENGTH = 200;
/** Length of a reason, in characters; the log's column has the same limit. */
export const REASON_LENGTH = 500;
/** Results that a search among prompts can reach. */
export const PROMPTS_REACH = 1000;
/** Tags that a list can reach: the most used. */
export const TAGS_REACH = 10_000;

export const searchQuery = z.object({
  page: pageNumber,
  search: z.optional(
    text(
      { max: SEARCH_LENGTH, tidy: trim, none: messages.searchRepeated, long: messages.searchTooLong },
      fewFolded(SEARCH_LENGTH, messages.searchTooLong),
    ),
  ),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const promptsQuery = z.object({
  ...searchQuery.shape,
  /** `removed`: those that can still be restored, the next to be deleted first; a search does not narrow them. */
  state: z._default(z.enum(["public", "removed"], { error: messages.stateInvalid }), "public"),
});
export type PromptsQuery = z.output<typeof promptsQuery>;

/** A malformed id is answered with 404, not 400. */
export const targetParams = z.object({ id: pathPart });

/** Mailed to the user concerned, with the rule, and kept in the log. */
const reason = z.optional(
  z.nullable(
    text(
      {
        max: REASON_LENGTH,
        lines: true,
        tidy: trim,
        none: messages.reasonNotText,
        long: messages.reasonTooLong,
      },
      fewMarks,
    ),
  ),
);

const ground = z.optional(z.nullable(brokenGround));

export const removalRequest = z.nullish(z.object({ reason, ground }));
export type RemovalRequest = z.output<typeof removalRequest>;

export const removalAnswer = z.object({
  case_id: z.int(),
  /** For the decision `restore` that undoes this removal and nothing else; null when restoring would undo more. */
  undo_version: z.nullable(z.string()),
});
export type RemovalAnswer = z.infer<typeof removalAnswer>;

export const blockRequest = z
  .object({
    /** The requested state; repeating the call changes nothing. */
    blocked: z.boolean({ error: messages.blockedRequired }),
    reason,
    ground,
    /** Also hides all prompts, and deletes them after RESTORE_DAYS unless the user is unblocked until then. */
    remove_content: z.optional(z.boolean({ error: messages.removeContentInvalid })),
  })
  .check(
    z.refine(({ blocked, remove_content }) => blocked || !remove_content, {
      error: messages.removeNeedsBlock,
      path: ["remove_content"],
    }),
  );
export type BlockRequest = z.output<typeof blockRequest>;

/** Whether the user gets a mail about the action: demo users and the admin do not. */
const isNotified = z.boolean();

/** A removal that can be undone; null when there is none. */
const removal = z.nullable(
  z.object({
    /** Where it is restored. */
    case_id: z.int(),
    /** When it is deleted for good, unless an appeal waits. */
    until: z.iso.datetime(),
  }),
);

export const adminPrompt = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  description: z.nullable(z.string()),
  image: imageView,
  views: z.int(),
  likes_count: z.int(),
  created_at: z.iso.datetime(),
  removal,
  user: z.object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    is_notified: isNotified,
  }),
});
export type AdminPrompt = z.infer<typeof adminPrompt>;

export const adminPromptList = z.object({
  prompts: z.array(adminPrompt),
  /** All prompts, or the first PROMPTS_REACH results of a search. */
  totalCount: z.int(),
  /** Whether a search finds more than can be reached. */
  more: z.boolean(),
});
export type AdminPromptList = z.infer<typeof adminPromptList>;

export const adminUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  created_at: z.iso.datetime(),
  is_blocked: z.boolean(),
  /** Removal of the account, which is then blocked too; or of the prompts of a blocked one. */
  removal,
  is_removed: z.boolean(),
  /** The admin's own account, which cannot be acted upon. */
  is_admin: z.boolean(),
  is_notified: isNotified,
  /** Content that removing the user would remove. */
  prompts_count: z.int(),
  likes_count: z.int(),
  favorites_count: z.int(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminUserList = z.object({ users: z.array(adminUser), totalCount: z.int() });
export type AdminUserList = z.infer<typeof adminUserList>;

/** The user's state after the call. */
export const blockAnswer = z.object({
  id: z.uuid(),
  is_blocked: z.boolean(),
  /** Number of prompts hidden by this call. */
  prompts_removed: z.int(),
});
export type BlockAnswer = z.infer<typeof blockAnswer>;

export const adminTag = z.object({
  id: z.int(),
  ...tagView.shape,
  /** Prompts that a job has yet to change after a merge. */
  moving: z.int(),
  /** Other names that lead to it, from merges and renames; the oldest 50. */
  aliases: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type AdminTag = z.infer<typeof adminTag>;

export const adminTagList = z.object({
  tags: z.array(adminTag),
  /** All tags that are found, or TAGS_REACH. */
  totalCount: z.int(),
  /** Whether there are more than can be reached. */
  more: z.boolean(),
});
export type AdminTagList = z.infer<typeof adminTagList>;

export const renameRequest = z.object({ name: tagName(messages.nameNeeded) });
/** Largest id of a tag. */
export const LARGEST_TAG = 2 ** 31 - 1;
const error = messages.intoNeeded;
/** The id of the tag that stays. */
export const mergeRequest = z.object({
  into: z.int({ error }).check(z.gte(1, { error }), z.lte(LARGEST_TAG, { error })),
});
export const aliasParams = z.object({ id: pathPart, alias: pathPart });

/** Days in the plots: 52 whole weeks, the last ending today. */
export const HISTORY_DAYS = 364;

const daily = z.array(z.int());

export const siteHealth = z.object({
  version: z.string(),
  /** Abbreviated; null when unknown at build time. */
  commit: z.nullable(z.string()),
  /** When that commit was made. */
  committed_at: z.nullable(z.iso.datetime()),
  /** Start of the responding process. */
  started_at: z.iso.datetime(),
  /** Settings that are missing for visitors. */
  unset: z.array(z.enum(["COMMUNITY_URL", "SOCIAL_URL", "CONTACT_EMAIL"])),
  /** Processes of the site on this database. */
  processes: z.int(),
  /** Counted hourly. */
  totals: z.object({
    people: z.int(),
    prompts: z.int(),
    likes: z.int(),
    pictures: z.int(),
    /** Size of all stored variants. */
    picture_bytes: z.int(),
    /** Null while counted for the first time. */
    counted_at: z.nullable(z.iso.datetime()),
  }),
  /** New items per day in Brasília, oldest first; the last is today, up to the last count. */
  history: z.object({ first_day: z.iso.date(), people: daily, prompts: daily, likes: daily }),
  database_bytes: z.int(),
  /** The disk of DATA_DIR, in bytes; null when neither database nor pictures are on it. */
  disk: z.nullable(z.object({ free: z.int(), total: z.int() })),
  /** The last finished backup known to the site. */
  last_backup: z.nullable(z.object({ finished_at: z.iso.datetime(), bytes: z.int() })),
  /** At most a minute old. */
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), active: z.int(), failed: z.int() })),
  /** The newest mails that could not be sent and whose error is still known. */
  mails: z.array(
    z.object({
      id: z.uuid(),
      /** Masked address. */
      to: z.string(),
      kind: z.enum(["confirmation", "recovery", "notice"]),
      /** Error code of the SMTP server or the network. */
      reason: z.string(),
      requested_at: z.iso.datetime(),
      tries: z.int(),
      /** Null when given up. */
      next_try_at: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Number of all such mails. */
  mails_total: z.int(),
});
export type SiteHealth = z.infer<typeof siteHealth>;
export type FailedMail = SiteHealth["mails"][number];

export const retryAnswer = z.object({ retried: z.int() });
export type RetryAnswer = z.infer<typeof retryAnswer>;
