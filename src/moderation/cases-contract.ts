/** The contract of the moderators' calls: the queue, cases and decisions, ready texts, the audit log, who moderates. */
import * as z from "zod/mini";
import { list, pageNumber, text } from "#language/text.ts";
import { imageView } from "#media/contract.ts";
import { TEXT_FIELDS, type TextField } from "#prompts/fields.ts";
import { OUTCOMES } from "#results/catalog.ts";
import {
  type Action,
  appeal,
  brokenGround,
  CATEGORY_KEYS,
  category,
  counts,
  DECIDABLE,
  DECISION_REASON_LENGTH,
  decisionNow,
  GROUND_KEYS,
  GROUNDLESS,
  type Ground,
  moment,
  required,
  requiredLine,
  SANCTIONS,
  standing,
  targetType,
} from "./contract.ts";
import { messages } from "./messages.ts";

/** When open cases are due: today ends at midnight in Brasília. */
export const DUE = { overdue: "Atrasados", today: "Vencem hoje", later: "Vencem depois" } as const;
export type Due = keyof typeof DUE;
const DUE_KEYS = Object.keys(DUE) as [Due, ...Due[]];
/** The filter for cases that nobody has reported. */
export const UNREPORTED = "none";

const queueFilters = {
  state: z._default(z.enum(["open", "decided"], { error: messages.filterInvalid }), "open"),
  category: z.optional(z.enum([...CATEGORY_KEYS, UNREPORTED], { error: messages.filterInvalid })),
  /** Only of open cases. */
  due: z.optional(z.enum(DUE_KEYS, { error: messages.filterInvalid })),
  /** Id of the user concerned. */
  author: z.optional(
    text(
      { max: 36, asIs: true, long: messages.filterInvalid },
      z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: messages.filterInvalid }),
    ),
  ),
};
export const casesQuery = z.object({ ...queueFilters, page: pageNumber });
export const neighboursQuery = z.object(queueFilters);
/** What narrows the queue. */
export type CaseFilter = Omit<z.output<typeof neighboursQuery>, "state">;

/** `GET /api/admin/cases/{id}/picture` */
export const pictureQuery = z.object({
  hash: z.optional(text({ max: 100, asIs: true })),
  /** The smallest file, for lists. */
  size: z.optional(z.enum(["small"], { error: messages.filterInvalid })),
});

const caseTarget = z.object({
  type: targetType,
  id: z.string(),
  label: z.string(),
  /** The user concerned: who wrote it, or the reported user. The account may no longer exist. */
  author: z.object({ id: z.uuid(), username: z.string() }),
});

const caseSummary = {
  id: z.int(),
  target: caseTarget,
  /** The most urgent of its confirmed reports. */
  category: z.nullable(category),
  deadline: z.nullable(moment),
  state: z.enum(["open", "decided"]),
  /** Confirmed reports. */
  reports: z.int(),
  /** Appeals that wait for an answer. */
  appeals: z.int(),
  opened_at: moment,
};
const caseItem = z.object({
  ...caseSummary,
  /** The beginning of what was written last against it, on one line; null without a report, or once it is forgotten. */
  said: z.nullable(z.string()),
  /** Path of a small picture of a prompt; null for other things, and for what nobody should see unasked. */
  picture: z.nullable(z.string()),
});
export type CaseItem = z.infer<typeof caseItem>;
export const caseList = z.object({
  cases: z.array(caseItem),
  totalCount: z.int(),
  /** Open cases, whatever the filter: the badge. */
  open: z.int(),
  /** Open cases by category and deadline, of the author if one is chosen; none of the decided ones. */
  waiting: z.array(
    z.object({ category: z.nullable(category), overdue: z.int(), today: z.int(), later: z.int() }),
  ),
});
export type CaseList = z.infer<typeof caseList>;

/** How many cases wait in a category, with a deadline, or both. */
export function waitingIn(waiting: CaseList["waiting"], { category, due }: CaseFilter): number {
  return waiting
    .filter((row) => !category || (row.category ?? UNREPORTED) === category)
    .reduce((sum, row) => sum + (due ? row[due] : row.overdue + row.today + row.later), 0);
}

const neighbour = z.nullable(z.object({ id: z.int(), label: z.string() }));
/** Cases before and after one in the queue, which goes round; null where there is no other. */
export const caseNeighbours = z.object({ previous: neighbour, next: neighbour });
export type CaseNeighbours = z.infer<typeof caseNeighbours>;

const snapshotText = z.nullable(z.string());
const snapshotTexts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, snapshotText])) as Record<
  TextField,
  typeof snapshotText
>;

/** Texts and picture of a prompt, an answer or a collection; of a user only the name. `content` may be an answer's note. */
const caseContent = z.object({
  ...snapshotTexts,
  /** The difference that a remix's author names. */
  remix_note: z.optional(z.nullable(z.string())),
  /** A prompt's. */
  tags: z.array(z.string()),
  /** The number of a prompt's version; null for what was reported before there were any. */
  version: z.nullable(z.int()),
  /** An answer's. */
  model: z.nullable(z.string()),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** A collection's entries with a note; null when its owner has made it private, or it is forgotten. */
  entries: z.nullable(z.array(z.object({ prompt_id: z.int(), title: z.string(), note: z.string() }))),
  /** Its files are not served while the prompt is hidden; `picture` is, to moderators, as long as there is the file. */
  image: z.nullable(imageView),
  picture: z.nullable(z.string()),
  username: z.string(),
  edited_at: z.nullable(moment),
});
export type CaseContent = z.infer<typeof caseContent>;

const caseDecision = z.object({
  ...decisionNow.shape,
  /** Username of who decided; null for an automatic decision. */
  decided_by: z.nullable(z.string()),
});

export const caseDetail = z.object({
  ...caseSummary,
  /** Sent with the decision; changes with reports, appeals, decisions and the target's content. */
  version: z.string(),
  /** The latest reported version. */
  snapshot: caseContent,
  /** Other versions that were reported before, newest first. */
  earlier: z.array(caseContent),
  /** Until when text and picture are kept for the authorities and shown to nobody; null where they are shown. */
  sealed_until: z.nullable(moment),
  /** As it is now; null when it no longer exists. */
  current: z.nullable(caseContent),
  /** Address of its page; null when not everybody sees it. */
  path: z.nullable(z.string()),
  /** Path of the difference between the version that was reported and the newest; null where there is none. */
  difference: z.nullable(z.string()),
  /** Whether it is hidden now; of a user: blocked. */
  hidden: z.boolean(),
  /** Whether the prompt is hidden only because all of its author's is. */
  hidden_with_author: z.boolean(),
  /** Actions that make sense now, and are the moderator's. */
  actions: z.array(z.enum(DECIDABLE)),
  /** Why there are none for this moderator, who has reported the target, taken the decision that is appealed, or wrote the prompt. */
  conflict: z.nullable(z.enum(["reporter", "decider", "prompt"])),
  /** When the admin may decide all the same, because no moderator has; null for moderators. */
  conflict_until: z.nullable(moment),
  /** The first 100, newest first. */
  reports_list: z.array(
    z.object({
      id: z.int(),
      category,
      explanation: z.string(),
      standing,
      /** `email` is masked. */
      reporter: z.object({
        username: z.nullable(z.string()),
        name: z.nullable(z.string()),
        email: z.string(),
      }),
      created_at: moment,
      /** Possible decisions about the member who made the report, if it was in bad faith. */
      sanctions: z.array(z.enum(SANCTIONS)),
    }),
  ),
  /** Newest first. */
  decisions: z.array(caseDecision),
  /** The first CASE_APPEALS: those without an answer, of these the author's first, then the newest. */
  appeals_list: z.array(
    z.object({
      id: z.int(),
      decision_id: z.int(),
      side: z.enum(["author", "reporter"]),
      text: z.string(),
      ...appeal.shape,
    }),
  ),
  /** The user concerned; null when the account no longer exists. */
  history: z.nullable(
    z.object({
      prompts: z.int(),
      decisions: counts,
      blocked: z.boolean(),
      /** The account, which is then blocked too. */
      removed: z.boolean(),
      member_since: moment,
    }),
  ),
  /** Other prompts with the same picture or nearly the same text, six at most. */
  similar: z.array(z.object({ id: z.int(), title: z.string() })),
  /** The removed prompt whose barred picture this one's resembles, if that opened the case. */
  alike_case: z.nullable(z.int()),
});
export type CaseDetail = z.infer<typeof caseDetail>;

const decisionTexts = {
  ground: z.enum(
    GROUND_KEYS.filter((key) => key !== "reports"),
    { error: messages.groundRequired },
  ),
  /** Mailed to author and reporters. */
  reason: required(DECISION_REASON_LENGTH, messages.reasonRequired, messages.reasonTooLong),
};
/** Version of the case that the moderator read; 409 `case_changed` when it has changed since. */
const readVersion = text({
  ...{ max: 100, asIs: true, none: messages.versionRequired, long: messages.versionRequired },
});
const groundFits = ({ action, ground }: { action: Action; ground: Ground }) =>
  GROUNDLESS.includes(action) === (ground === "none");
const MISMATCH = { error: messages.groundMismatch, path: ["ground"] };

export const decisionRequest = z
  .object({
    action: z.enum(DECIDABLE, { error: messages.actionRequired }),
    ...decisionTexts,
    version: readVersion,
  })
  .check(z.refine(groundFits, MISMATCH));
export type DecisionRequest = z.output<typeof decisionRequest>;

/** Cases that are decided together, at most. */
export const MOST_TOGETHER = 20;
/** What can be decided of several cases at once: of what was published, not of people. */
export const TOGETHER = ["keep", "hide", "remove"] as const;
/** `POST /api/admin/cases/decisions`: the same decision, with the same reason, on cases of one author or one category. */
export const togetherRequest = z
  .object({
    action: z.enum(TOGETHER, { error: messages.actionRequired }),
    ...decisionTexts,
    cases: list(z.object({ id: z.int(), version: readVersion }, { error: messages.casesRequired }), {
      ...{ min: 1, max: MOST_TOGETHER },
      ...{ none: messages.casesRequired, short: messages.casesRequired, long: messages.tooManyCases },
    }),
  })
  .check(z.refine(groundFits, MISMATCH));
export type TogetherRequest = z.output<typeof togetherRequest>;
/** Each case is decided by itself, in the order asked: what is refused is named with the reason, and nothing else is left out. */
export const togetherAnswer = z.object({
  decided: z.array(z.int()),
  refused: z.array(z.object({ id: z.int(), message: z.string() })),
});
export type TogetherAnswer = z.infer<typeof togetherAnswer>;

type Alike = Pick<CaseItem, "category"> & { target: Pick<CaseItem["target"], "type" | "author"> };
/** Whether cases can be decided together: about what one person has published, or of one category. */
export const areAlike = (cases: readonly Alike[]): boolean =>
  cases.every(({ target }) => target.type !== "user") &&
  (cases.every(({ target }) => target.author.id === cases[0]?.target.author.id) ||
    cases.every(({ category }) => category === cases[0]?.category));

/** Characters of the name by which a text for reasons is chosen. */
export const REASON_TITLE_LENGTH = 60;
/** Texts for reasons that the site keeps. */
export const MOST_REASON_TEXTS = 100;

/** `POST /api/admin/reason-texts` and `PUT /api/admin/reason-texts/{id}`: a text with which a reason begins. */
export const reasonTextRequest = z.object({
  /** Of the cases to which it is offered; null for all. */
  category: z.nullable(z.enum(CATEGORY_KEYS, { error: messages.categoryRequired })),
  title: requiredLine(REASON_TITLE_LENGTH, messages.reasonTitleRequired, messages.reasonTitleTooLong),
  text: required(DECISION_REASON_LENGTH, messages.reasonTextRequired, messages.reasonTextTooLong),
});
export type ReasonTextRequest = z.output<typeof reasonTextRequest>;
export const reasonText = z.object({
  id: z.int(),
  category: z.nullable(category),
  title: z.string(),
  text: z.string(),
});
export type ReasonText = z.infer<typeof reasonText>;
/** Those for all cases first, then by category and title. */
export const reasonTexts = z.object({ texts: z.array(reasonText) });
export type ReasonTexts = z.infer<typeof reasonTexts>;

/** `POST /api/admin/cases/{id}/reports/{reportId}/decisions`: about the member who made the report in bad faith. */
export const sanctionRequest = z.object({
  action: z.enum(SANCTIONS, { error: messages.actionRequired }),
  /** Mailed to the member. */
  reason: required(DECISION_REASON_LENGTH, messages.reasonRequired, messages.reasonTooLong),
});
export type SanctionRequest = z.output<typeof sanctionRequest>;

/** `PUT /api/admin/{results|collections}/{id}/removal`: a decision without a report. */
export const contentRemoval = z.object({
  ground: brokenGround,
  /** Mailed to who wrote it. */
  reason: required(DECISION_REASON_LENGTH, messages.reasonRequired, messages.reasonTooLong),
});
export type ContentRemoval = z.output<typeof contentRemoval>;
/** In its case the removal can be undone. */
export const contentRemoved = z.object({ case_id: z.int() });

// The audit log

const AUDIT_ACTIONS = [
  "prompt_kept",
  "prompt_hidden",
  "prompt_removed",
  "prompt_restored",
  "user_kept",
  "user_warned",
  "user_paused",
  "user_blocked",
  "user_emptied",
  "user_unblocked",
  "user_removed",
  "user_restored",
  "moderator_named",
  "moderator_dismissed",
  "passkeys_reset",
  "records_exported",
  "result_kept",
  "result_hidden",
  "result_removed",
  "result_restored",
  "tag_renamed",
  "tag_merged",
  "tag_alias_deleted",
  "collection_kept",
  "collection_hidden",
  "collection_removed",
  "collection_restored",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditQuery = z.object({ page: pageNumber });

const auditEntry = z.object({
  id: z.int(),
  created_at: moment,
  /** The username of who decided, at that time; "O site" for what a report has caused. */
  admin_username: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** The user concerned; of a prompt its author. */
  target_user_id: z.nullable(z.uuid()),
  target_prompt_id: z.nullable(z.int()),
  /** The prompt's title, or the user's or tag's name, at that time. */
  target_label: z.string(),
  /** For a tag: its name afterwards, or the name of the one that it went into or led to. */
  new_label: z.nullable(z.string()),
  /** Prompts that went with the action; into the other tag, in a merge. */
  prompts_removed: z.int(),
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditLog = z.object({ entries: z.array(auditEntry), totalCount: z.int() });
export type AuditLog = z.infer<typeof auditLog>;

// Moderators

export const moderatorList = z.object({
  moderators: z.array(
    z.object({
      id: z.uuid(),
      username: z.string(),
      named_at: moment,
      passkeys: z.int(),
      /** When the oldest of them was made. */
      first_passkey_at: z.nullable(moment),
      /** When their passkeys go, if the admin has asked for it. */
      reset_at: z.nullable(moment),
    }),
  ),
});
export type ModeratorList = z.infer<typeof moderatorList>;
