/** The contract of moderation: reports, cases and decisions, appeals, notices, and what everybody may read of them. */
import * as z from "zod/mini";
import { blockedUserRequest, emailText } from "#accounts/contract.ts";
import { fewMarks, pathPart, text, trim } from "#language/text.ts";
import { imageView } from "#media/contract.ts";
import { OUTCOMES } from "#results/catalog.ts";
import { messages } from "./messages.ts";

/** Lengths in characters; the columns have the same limits. */
export const EXPLANATION_LENGTH = 2000;
const REPORTER_NAME_LENGTH = 100;
export const APPEAL_LENGTH = 2000;
export const DECISION_REASON_LENGTH = 1000;
/** Days after a decision in which each side may appeal, and in which a removed prompt can be restored. */
export const APPEAL_DAYS = 20;
export const RESTORE_DAYS = 30;
/** Months that a prompt removed for crimes against children is kept, hidden, for the authorities. */
export const PRESERVED_MONTHS = 6;
/** Months after a case's last decision in which is kept who reported what, why, and whom it concerned. */
export const NAMES_MONTHS = 12;
/** What stands where a text was forgotten. */
export const FORGOTTEN = "–";
/** Days for which a member who reported in bad faith again may not report. */
export const PAUSE_DAYS = 30;
/** Days that a report waits for its confirmation. */
export const CONFIRMATION_DAYS = 7;
/** Cases, and entries of the public log, per page. */
export const MODERATION_PAGE_SIZE = 30;
/** Appeals of a case that are shown. */
export const CASE_APPEALS = 100;
/** Hours until an appeal is to be decided. */
export const APPEAL_HOURS = 7 * 24;
/** Hours in which a moderator may answer an appeal against the admin's decision; then the admin may too. */
export const MODERATOR_HOURS = 3 * 24;

/** What is reported, the most urgent first; of a case's reports the first in this order counts. */
export const CATEGORIES = {
  child: {
    label: "Crianças e adolescentes",
    sentence: "Exploração, abuso ou sexualização de crianças ou adolescentes.",
    hours: 2,
  },
  intimate: {
    label: "Imagem íntima",
    sentence: "Nudez ou cena íntima de uma pessoa real, verdadeira ou montada, sem o consentimento dela.",
    hours: 2,
  },
  violence: {
    label: "Violência ou perigo",
    sentence: "Ameaça, incentivo à violência ou à automutilação, ou violência explícita.",
    hours: 24,
  },
  hate: {
    label: "Ódio ou assédio",
    sentence: "Discriminação, humilhação ou assédio contra pessoas ou grupos.",
    hours: 24,
  },
  personal_data: {
    label: "Dados pessoais",
    sentence: "Telefone, endereço, documento ou rosto de alguém que não consentiu.",
    hours: 24,
  },
  copyright: {
    label: "Direitos autorais",
    sentence: "Texto ou imagem de outra pessoa, publicado sem a autorização dela.",
    hours: 7 * 24,
  },
  spam: {
    label: "Propaganda ou golpe",
    sentence: "Propaganda, golpe, programa nocivo ou a mesma publicação muitas vezes.",
    hours: 7 * 24,
  },
  other: {
    label: "Outro motivo",
    sentence: "Outra coisa que descumpre os Termos de Uso ou a lei.",
    hours: 7 * 24,
  },
} as const;
export type Category = keyof typeof CATEGORIES;
export const CATEGORY_KEYS = Object.keys(CATEGORIES) as [Category, ...Category[]];
/** A confirmed report of these hides a prompt at once, until it is decided. */
export const HIDING_CATEGORIES: readonly Category[] = ["child", "intimate"];
/** These can be reported by a member whose reporting is paused, too. */
export const URGENT_CATEGORIES: readonly Category[] = ["child", "intimate", "violence"];
/** Of these the title is part of the harm: the public log leaves it out. */
export const UNNAMED_CATEGORIES: readonly Category[] = [
  "child",
  "intimate",
  "personal_data",
  "hate",
  "violence",
];

/** The same, for what was reported. */
export const BARRING_CATEGORIES: readonly Category[] = ["child", "intimate", "copyright"];

export const STANDINGS = {
  self: "Sou a pessoa afetada",
  representative: "Represento a pessoa afetada",
  authority: "Sou uma autoridade pública",
  organisation: "Falo por uma organização de defesa de direitos",
  anyone: "Nenhuma dessas: só vi e quero avisar",
} as const;
export type Standing = keyof typeof STANDINGS;
const STANDING_KEYS = Object.keys(STANDINGS) as [Standing, ...Standing[]];

export const ACTIONS = {
  keep: "Mantido",
  hide: "Ocultado",
  remove: "Removido",
  restore: "Restaurado",
  warn: "Advertência",
  block: "Conta bloqueada",
  pause: "Denúncias pausadas",
} as const;
export type Action = keyof typeof ACTIONS;
const ACTION_KEYS = Object.keys(ACTIONS) as [Action, ...Action[]];
/** What is decided about a member who reported in bad faith; the others are decided about what was reported. */
export const SANCTIONS = ["warn", "pause"] as const;
const DECIDABLE = ["keep", "hide", "remove", "restore", "warn", "block"] as const;

/** The rules of the terms of use (app/pages/terms-of-use.page.tsx) on which a decision may rest. */
export const GROUNDS = {
  illegal: {
    label: "Conteúdo ilegal",
    sentence: "Não é permitido publicar o que a lei brasileira proíbe, ou instruções para fazê-lo.",
  },
  child: {
    label: "Exploração de crianças e adolescentes",
    sentence: "Não é permitido publicar qualquer conteúdo que explore ou sexualize crianças e adolescentes.",
  },
  hate: {
    label: "Ódio, ameaça ou assédio",
    sentence: "Não é permitido publicar ódio, ameaça, assédio ou discriminação contra pessoas ou grupos.",
  },
  explicit: {
    label: "Nudez, violência explícita ou linguagem imprópria",
    sentence: "Não é permitido publicar linguagem imprópria, nudez ou violência explícita.",
  },
  copyright: {
    label: "Obra de outra pessoa",
    sentence: "Não é permitido publicar textos e imagens de outras pessoas sem a autorização delas.",
  },
  personal_data: {
    label: "Dados pessoais",
    sentence:
      "Não é permitido publicar dados pessoais de alguém, como telefone, endereço, documento ou rosto, sem o consentimento dessa pessoa.",
  },
  fake: {
    label: "Montagem de pessoa real",
    sentence:
      "Não é permitido publicar imagens que façam alguém real parecer dizer ou fazer o que não disse nem fez.",
  },
  spam: {
    label: "Propaganda, golpe ou repetição",
    sentence:
      "Não é permitido publicar propaganda, golpes, programas nocivos ou a mesma publicação repetida muitas vezes.",
  },
  name: {
    label: "Nome de usuário",
    sentence:
      "O nome de usuário não pode conter linguagem imprópria nem servir para você se passar por outra pessoa.",
  },
  misuse: {
    label: "Abuso do site",
    sentence:
      "Não é permitido tentar invadir contas, burlar os limites do site, inflar curtidas ou visualizações ou atrapalhar o uso do site por outras pessoas.",
  },
  reports: {
    label: "Denúncia de má-fé",
    sentence: "Não é permitido denunciar de má-fé: sabendo que não há motivo, ou para perseguir alguém.",
  },
  terms: {
    label: "Outro descumprimento dos Termos de Uso",
    sentence:
      "A administração pode remover publicações e contas que descumpram os Termos de Uso, a lei ou uma ordem judicial.",
  },
  none: { label: "Sem infração", sentence: "Não descumpre os Termos de Uso." },
} as const;
export type Ground = keyof typeof GROUNDS;
const GROUND_KEYS = Object.keys(GROUNDS) as [Ground, ...Ground[]];

/** A prompt that is removed for one of these takes its picture along: neither that nor a copy is uploaded again. */
export const BARRING_GROUNDS: readonly Ground[] = ["child", "copyright"];

export const isAboutChildren = (category: Category | null, ground: string) =>
  category === "child" || ground === "child";

/** When what is removed now is deleted for good. */
export function deletionDate(category: Category | null, ground: string): Date {
  const at = new Date();
  if (isAboutChildren(category, ground)) at.setUTCMonth(at.getUTCMonth() + PRESERVED_MONTHS);
  else at.setUTCDate(at.getUTCDate() + RESTORE_DAYS);
  return at;
}

/** Actions that rest on no broken rule. */
export const GROUNDLESS: readonly Action[] = ["keep", "restore"];

const category = z.enum(CATEGORY_KEYS, { error: messages.categoryRequired });
const standing = z.enum(STANDING_KEYS, { error: messages.standingRequired });
const action = z.enum(ACTION_KEYS, { error: messages.actionRequired });
const ground = z.enum(GROUND_KEYS, { error: messages.groundRequired });
/** A rule on which a decision about what was published may rest. */
export const brokenGround = z.enum(
  GROUND_KEYS.filter((key) => key !== "none" && key !== "reports"),
  { error: messages.groundRequired },
);
export type BrokenGround = z.output<typeof brokenGround>;
const targetType = z.enum(["prompt", "user", "result", "collection"], { error: messages.targetInvalid });
export type TargetType = z.infer<typeof targetType>;
const moment = z.iso.datetime();
const counts = z.record(z.string(), z.int());

const whole = (error: string, least: number, most: number) =>
  z.coerce.number({ error }).check(z.int({ error }), z.gte(least, { error }), z.lte(most, { error }));
export const pageNumber = z._default(whole(messages.pageInvalid, 1, 1_000_000), 1);

/** A text that has to be there. */
const required = (max: number, none: string, long: string) =>
  text({ min: 1, max, tidy: trim, none, short: none, long }, fewMarks);

/** What a decision says to everybody whom it concerns. */
const decision = z.object({
  id: z.int(),
  action,
  ground,
  reason: z.string(),
  automatic: z.boolean(),
  created_at: moment,
});
export type Decision = z.infer<typeof decision>;
/** A decision, and what has become of it. */
const standingDecision = z.object({
  ...decision.shape,
  overturned: z.boolean(),
  /** When what it removed is deleted for good. */
  delete_at: z.nullable(moment),
});
/** Actions that the decision undid, and what another one keeps so: the prompts away, the account blocked. */
const undone = { undid: z.array(action), still: z.array(z.enum(["away", "blocked"])) };
export type Still = z.infer<typeof undone.still>;
/** What became of an appeal. */
const appeal = z.object({
  created_at: moment,
  /** Null while it is undecided. */
  outcome: z.nullable(z.enum(["upheld", "rejected"])),
  answer: z.nullable(z.string()),
});
export type AppealOutcome = z.infer<typeof appeal>;

/** A malformed id or code is answered with 404, not 400. */
export const codeParams = z.object({ code: pathPart });
export const idParams = z.object({ id: pathPart });
export const caseReportParams = z.object({ id: pathPart, reportId: pathPart });
export const userIdParams = z.object({ userId: pathPart });

// Reports

export const reporterName = required(REPORTER_NAME_LENGTH, messages.nameRequired, messages.nameTooLong);

/** `POST /api/reports`. Members report as themselves: name and e-mail are then ignored, and required otherwise. */
export const reportRequest = z.object({
  target_type: targetType,
  /** Its id, as a number or as a text. */
  target_id: z.union([z.int(), text({ max: 100 })], { error: messages.targetInvalid }),
  /** The number of an old version of a prompt; the newest without it. */
  target_version: z.optional(
    z.int({ error: messages.targetInvalid }).check(z.positive({ error: messages.targetInvalid })),
  ),
  category,
  explanation: required(EXPLANATION_LENGTH, messages.explanationRequired, messages.explanationTooLong),
  standing,
  name: z.optional(z.nullable(reporterName)),
  email: z.optional(z.nullable(emailText)),
});
export type ReportRequest = z.output<typeof reportRequest>;

const reportStatus = z.enum(["unconfirmed", "open", "decided"]);

export const reportAnswer = z.object({ code: z.string(), status: reportStatus });
export type ReportAnswer = z.infer<typeof reportAnswer>;

/** `POST /api/reports/{code}/confirm`; the token is the mailed link's. */
export const confirmRequest = z.object({
  token: text({ max: 100, none: messages.tokenInvalid, long: messages.tokenInvalid }),
});

const target = z.object({
  type: targetType,
  /** A number or a user's id, as a text. */
  id: z.string(),
  /** Title or username, of an answer its prompt's title; null when it is hidden or no longer there. */
  label: z.nullable(z.string()),
  /** Of its page; null likewise. */
  path: z.nullable(z.string()),
});

export const receipt = z.object({
  code: z.string(),
  status: reportStatus,
  category,
  created_at: moment,
  target,
  /** By when a person decides; null while the report is unconfirmed, and once that is done. */
  due_at: z.nullable(moment),
  /** The last decision that concerns the report. */
  decision: z.nullable(
    z.object({
      ...decision.shape,
      ...undone,
      /** Null when the reporter cannot appeal (any more). */
      appeal_until: z.nullable(moment),
    }),
  ),
  /** The reporter's last appeal. */
  appeal: z.nullable(appeal),
});
export type Receipt = z.infer<typeof receipt>;

/** `POST /api/reports/{code}/appeal` and `POST /api/decisions/{id}/appeal`, both answered with 204. */
export const appealRequest = z.object({
  text: required(APPEAL_LENGTH, messages.appealRequired, messages.appealTooLong),
});

/**
 * `POST /api/account/blocked/decisions/{id}/appeal`; `POST /api/account/blocked/notices` takes e-mail and password and is
 * answered like `GET /api/notices`.
 */
export const blockedAppealRequest = z.object({ ...blockedUserRequest.shape, ...appealRequest.shape });

// Cases

export const casesQuery = z.object({
  state: z._default(z.enum(["open", "decided"], { error: messages.filterInvalid }), "open"),
  page: pageNumber,
});

/** `GET /api/admin/cases/{id}/picture` */
export const pictureQuery = z.object({ hash: z.optional(text({ max: 100 })) });

const caseTarget = z.object({
  type: targetType,
  id: z.string(),
  label: z.string(),
  /** The user concerned: who wrote it, or the reported user. The account may no longer exist. */
  author: z.object({ id: z.uuid(), username: z.string() }),
});

const caseItem = z.object({
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
});
export type CaseItem = z.infer<typeof caseItem>;
export const caseList = z.object({
  cases: z.array(caseItem),
  totalCount: z.int(),
  /** Open cases, whatever the filter: the badge. */
  open: z.int(),
});
export type CaseList = z.infer<typeof caseList>;

/** Texts and picture of a prompt, an answer or a collection; of a user only the name. */
const caseContent = z.object({
  title: z.nullable(z.string()),
  /** The prompt's text, or the answer's note. */
  content: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** What a remix says is different. */
  remix_note: z.optional(z.nullable(z.string())),
  /** A prompt's. */
  tags: z.array(z.string()),
  /** The number of a prompt's version; null for what was reported before there were any. */
  version: z.nullable(z.int()),
  /** An answer's. */
  model: z.nullable(z.string()),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** Of a collection those entries that have a note; null when its owner has made it private, or it is forgotten. */
  entries: z.nullable(z.array(z.object({ prompt_id: z.int(), title: z.string(), note: z.string() }))),
  /** Its files are not served while the prompt is hidden; `picture` is, to moderators, as long as there is the file. */
  image: z.nullable(imageView),
  picture: z.nullable(z.string()),
  username: z.string(),
  edited_at: z.nullable(moment),
});
export type CaseContent = z.infer<typeof caseContent>;

const caseDecision = z.object({
  ...standingDecision.shape,
  /** Username of who decided; null for an automatic decision. */
  decided_by: z.nullable(z.string()),
});

export const caseDetail = z.object({
  ...caseItem.shape,
  /** To be sent with the decision; stands for all that changes it: reports, appeals, decisions, the target's content. */
  version: z.string(),
  /** What was reported last. */
  snapshot: caseContent,
  /** Other versions that were reported before, newest first. */
  earlier: z.array(caseContent),
  /** Until when text and picture are kept for the authorities and shown to nobody; null where they are shown. */
  sealed_until: z.nullable(moment),
  /** As it is now; null when it no longer exists. */
  current: z.nullable(caseContent),
  /** Of its page; null when not everybody sees it. */
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
      /** What can be decided about the member who made it, if it was in bad faith. */
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
  /** Of the user concerned; null when the account no longer exists. */
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
  /** Of the removed prompt whose barred picture this one's resembles, if that opened the case. */
  alike_case: z.nullable(z.int()),
});
export type CaseDetail = z.infer<typeof caseDetail>;

export const decisionRequest = z
  .object({
    action: z.enum(DECIDABLE, { error: messages.actionRequired }),
    ground: z.enum(
      GROUND_KEYS.filter((key) => key !== "reports"),
      { error: messages.groundRequired },
    ),
    /** Mailed to author and reporters. */
    reason: required(DECISION_REASON_LENGTH, messages.reasonRequired, messages.reasonTooLong),
    /** Of the case as it was read; 409 `case_changed` when it has changed since. */
    version: text({ max: 100, none: messages.versionRequired, long: messages.versionRequired }),
  })
  .check(
    z.refine((asked) => GROUNDLESS.includes(asked.action) === (asked.ground === "none"), {
      error: messages.groundMismatch,
      path: ["ground"],
    }),
  );
export type DecisionRequest = z.output<typeof decisionRequest>;

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
  // Of before removing was a decision.
  "user_deleted",
  "collection_withdrawn",
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
  /** Of a tag: its name afterwards, or the name of the one that it went into or led to. */
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
  moderators: z.array(z.object({ id: z.uuid(), username: z.string(), named_at: moment })),
});
export type ModeratorList = z.infer<typeof moderatorList>;

// Notices

export const notice = z.object({
  ...standingDecision.shape,
  ...undone,
  /** The label is null for an answer about a prompt that is not public. */
  target: z.object({ type: targetType, id: z.string(), label: z.nullable(z.string()) }),
  /** Null when it cannot be appealed against (any more). */
  appeal_until: z.nullable(moment),
  appeal: z.nullable(appeal),
  /** By when the appeal is answered; null without one that waits. */
  due_at: z.nullable(moment),
  read: z.boolean(),
});
export type Notice = z.infer<typeof notice>;
/** The newest 100. */
export const noticeList = z.object({
  notices: z.array(notice),
  unread: z.int(),
  /** Whether the user is a moderator: the way to the queue. */
  moderates: z.boolean(),
});
export type NoticeList = z.infer<typeof noticeList>;

/** `POST /api/notices/read`: a notice that came since then is not read. */
export const noticesRead = z.object({
  /** The id of the newest notice that was shown. */
  newest: z.int({ error: messages.newestRequired }),
});

// In public

export const logQuery = z.object({
  action: z.optional(z.enum(ACTION_KEYS, { error: messages.filterInvalid })),
  category: z.optional(z.enum(CATEGORY_KEYS, { error: messages.filterInvalid })),
  page: pageNumber,
});
export type LogQuery = z.output<typeof logQuery>;

const logEntry = z.object({
  id: z.int(),
  created_at: moment,
  action,
  ground,
  category: z.nullable(category),
  target_type: targetType,
  /** Title or username; null where it is part of the harm. */
  label: z.nullable(z.string()),
  automatic: z.boolean(),
  overturned: z.boolean(),
  by: z.enum(["admin", "moderation", "automatic"]),
});
export type LogEntry = z.infer<typeof logEntry>;
export const moderationLog = z.object({ entries: z.array(logEntry), totalCount: z.int() });
export type ModerationLog = z.infer<typeof moderationLog>;

export const transparencyQuery = z.object({
  /** The current one in Brasília by default. */
  year: z.optional(whole(messages.yearInvalid, 2000, 9999)),
});

const figures = {
  /** Confirmed reports. */
  reports: z.object({ by_category: counts, by_standing: counts }),
  decisions: counts,
  /** From a case's opening by a report to its decision by a person; null without one. */
  median_hours: z.nullable(z.number()),
  /** Cases with a deadline of two hours: reports decided by a person, or overdue; and those decided in time. */
  urgent: z.int(),
  urgent_on_time: z.int(),
  appeals: z.int(),
  upheld: z.int(),
};
export const transparency = z.object({
  year: z.int(),
  months: z.array(z.object({ /** 1 to 12. */ month: z.int(), ...figures })),
  totals: z.object(figures),
});
export type Transparency = z.infer<typeof transparency>;
