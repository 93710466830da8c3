/** The admin's API as both sides see it (specification, section 7; design 4.8). */
import * as z from "zod/mini";
import { fewMarks, pathPart, text, trim } from "#language/text.ts";
import { imageView } from "#media/contract.ts";
import { messages } from "./messages.ts";

/** Prompts, people and log entries on a page (specification, section 9). */
export const ADMIN_PAGE_SIZE = 30;
/** The longest search, in characters. */
export const SEARCH_LENGTH = 200;
/** The longest reason, in characters; the log's column holds no more. */
export const REASON_LENGTH = 500;
/** A search among prompts reaches this many at most. */
export const PROMPTS_REACH = 1000;

const pageNumber = z._default(
  z.coerce
    .number({ error: messages.pageInvalid })
    .check(
      z.int({ error: messages.pageInvalid }),
      z.gte(1, { error: messages.pageInvalid }),
      z.lte(1_000_000, { error: messages.pageInvalid }),
    ),
  1,
);

export const pageQuery = z.object({ page: pageNumber });

export const searchQuery = z.object({
  page: pageNumber,
  search: z.optional(
    text({ max: SEARCH_LENGTH, tidy: trim, none: messages.searchRepeated, long: messages.searchTooLong }),
  ),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** Anything that is no id names nobody and nothing: 404, not 400. */
export const targetParams = z.object({ id: pathPart });

/** Told to the person concerned and kept in the log. */
const reason = z.optional(
  z.nullable(
    text(
      { max: REASON_LENGTH, tidy: trim, none: messages.reasonNotText, long: messages.reasonTooLong },
      fewMarks,
    ),
  ),
);

export const removalRequest = z.nullish(z.object({ reason }));

export const blockRequest = z
  .object({
    /** The state asked for: asking twice changes nothing. */
    blocked: z.boolean({ error: messages.blockedRequired }),
    reason,
    /** Also removes prompts with their pictures, likes and favourites. */
    remove_content: z.optional(z.boolean({ error: messages.removeContentInvalid })),
  })
  .check(
    z.refine(({ blocked, remove_content }) => blocked || !remove_content, {
      error: messages.removeNeedsBlock,
      path: ["remove_content"],
    }),
  );
export type BlockRequest = z.output<typeof blockRequest>;

/** Whether a mail tells the person what is done to them: neither demo people nor the admin get one. */
const isNotified = z.boolean();

export const adminPrompt = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  description: z.nullable(z.string()),
  image: imageView,
  views: z.int(),
  likes_count: z.int(),
  created_at: z.iso.datetime(),
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
  /** In all; for a search, of the first PROMPTS_REACH results. */
  totalCount: z.int(),
  /** True when a search finds more than can be reached. */
  more: z.boolean(),
});
export type AdminPromptList = z.infer<typeof adminPromptList>;

export const adminUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  created_at: z.iso.datetime(),
  is_blocked: z.boolean(),
  /** The admin, on whom nothing can be done here. */
  is_admin: z.boolean(),
  is_notified: isNotified,
  /** What would go with them. */
  prompts_count: z.int(),
  likes_count: z.int(),
  favorites_count: z.int(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminUserList = z.object({ users: z.array(adminUser), totalCount: z.int() });
export type AdminUserList = z.infer<typeof adminUserList>;

/** The person's state after the call. */
export const blockAnswer = z.object({
  id: z.uuid(),
  is_blocked: z.boolean(),
  /** Prompts that went with this call. */
  prompts_removed: z.int(),
});
export type BlockAnswer = z.infer<typeof blockAnswer>;

export const AUDIT_ACTIONS = [
  "prompt_removed",
  "user_blocked",
  "user_unblocked",
  "user_emptied",
  "user_deleted",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditEntry = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  /** As the admin was called then. */
  admin_username: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** The person concerned: of a removed prompt, its author. */
  target_user_id: z.nullable(z.uuid()),
  target_prompt_id: z.nullable(z.int()),
  /** The prompt's title or the person's name, as they were then. */
  target_label: z.string(),
  prompts_removed: z.int(),
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditLog = z.object({ entries: z.array(auditEntry), totalCount: z.int() });
export type AuditLog = z.infer<typeof auditLog>;

/** Days of the plots: 52 whole weeks, of which the last ends today. */
export const HISTORY_DAYS = 364;

const daily = z.array(z.int());

export const siteHealth = z.object({
  version: z.string(),
  /** Abbreviated; null when it was not known at build. */
  commit: z.nullable(z.string()),
  /** Of the process that answers. */
  started_at: z.iso.datetime(),
  /** Processes of the site on this database. */
  processes: z.int(),
  /** As last counted, every hour. */
  totals: z.object({
    people: z.int(),
    prompts: z.int(),
    likes: z.int(),
    pictures: z.int(),
    /** Of their served forms. */
    picture_bytes: z.int(),
    /** Null: being counted for the first time. */
    counted_at: z.nullable(z.iso.datetime()),
  }),
  /** What came each day in Brasília, the oldest first; the last is today, as far as it was counted. */
  history: z.object({ first_day: z.iso.date(), people: daily, prompts: daily, likes: daily }),
  database_bytes: z.int(),
  /** Of the disk of DATA_DIR, in bytes; null where neither database nor pictures lie on it. */
  disk: z.nullable(z.object({ free: z.int(), total: z.int() })),
  /** The last finished backup that the site knows of. */
  last_backup: z.nullable(z.object({ finished_at: z.iso.datetime(), bytes: z.int() })),
  /** At most a minute old. */
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), active: z.int(), failed: z.int() })),
  /** Mails that could not be sent so far and still have a reason: the newest. */
  mails: z.array(
    z.object({
      id: z.uuid(),
      /** The address, masked. */
      to: z.string(),
      kind: z.enum(["confirmation", "recovery", "notice"]),
      /** What the SMTP server or the network said, as a code. */
      reason: z.string(),
      requested_at: z.iso.datetime(),
      tries: z.int(),
      /** Null: given up. */
      next_try_at: z.nullable(z.iso.datetime()),
    }),
  ),
  /** How many there are of them. */
  mails_total: z.int(),
});
export type SiteHealth = z.infer<typeof siteHealth>;
export type FailedMail = SiteHealth["mails"][number];

export const retryAnswer = z.object({ retried: z.int() });
export type RetryAnswer = z.infer<typeof retryAnswer>;
