/** The contract of moderation: reports, cases and decisions, appeals, notices, and what everybody may read of them. */
import * as z from "zod/mini";
import { blockedUserRequest, emailText } from "#accounts/contract.ts";
import { cursorText, fewMarks, pageNumber, pathPart, text, trim, wholeNumber } from "#language/text.ts";
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
/** Shown in place of a forgotten text. */
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

/** Reasons for a report, the most urgent first; the first one among a case's reports counts. */
export const CATEGORIES = {
  child: {
    label: "Crianças e adolescentes",
    sentence: "Exploração, abuso ou sexualização de crianças ou adolescentes.",
    hours: 2,
  },
  intimate: {
    label: "Imagem íntima",
    sentence:
      "Nudez ou cena íntima de uma pessoa real, em imagem verdadeira ou montada, sem o consentimento dela.",
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
/** In these categories the title is part of the harm: the public log leaves it out. */
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
/** Decisions about a member who reported in bad faith; the others are about the reported thing. */
export const SANCTIONS = ["warn", "pause"] as const;
export const DECIDABLE = ["keep", "hide", "remove", "restore", "warn", "block"] as const;

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
    sentence: "O que se publica aqui não pode descumprir os Termos de Uso, a lei nem uma ordem judicial.",
  },
  none: { label: "Sem infração", sentence: "Não descumpre os Termos de Uso." },
} as const;
export type Ground = keyof typeof GROUNDS;
export const GROUND_KEYS = Object.keys(GROUNDS) as [Ground, ...Ground[]];

/** A prompt that is removed for one of these takes its picture along: neither that nor a copy is uploaded again. */
export const BARRING_GROUNDS: readonly Ground[] = ["child", "copyright"];

export const isAboutChildren = (category: Category | null, ground: string) =>
  category === "child" || ground === "child";

/** When what is removed now is deleted for good. @param now milliseconds since 1970 */
export function deletionDate(category: Category | null, ground: string, now: number): Date {
  const at = new Date(now);
  if (isAboutChildren(category, ground)) at.setUTCMonth(at.getUTCMonth() + PRESERVED_MONTHS);
  else at.setUTCDate(at.getUTCDate() + RESTORE_DAYS);
  return at;
}

/** Actions that rest on no broken rule. */
export const GROUNDLESS: readonly Action[] = ["keep", "restore"];

export const category = z.enum(CATEGORY_KEYS, { error: messages.categoryRequired });
export const standing = z.enum(STANDING_KEYS, { error: messages.standingRequired });
export const action = z.enum(ACTION_KEYS, { error: messages.actionRequired });
export const ground = z.enum(GROUND_KEYS, { error: messages.groundRequired });
/** A rule on which a decision about what was published may rest. */
export const brokenGround = z.enum(
  GROUND_KEYS.filter((key) => key !== "none" && key !== "reports"),
  { error: messages.groundRequired },
);
export type BrokenGround = z.output<typeof brokenGround>;
export const targetType = z.enum(["prompt", "user", "result", "collection"], {
  error: messages.targetInvalid,
});
export type TargetType = z.infer<typeof targetType>;
export const moment = z.iso.datetime();
export const counts = z.record(z.string(), z.int());

/** A text that has to be there, on one line or on several. */
export const requiredLine = (max: number, none: string, long: string, rules: { lines?: true } = {}) =>
  text({ min: 1, max, ...rules, tidy: trim, none, short: none, long }, fewMarks);
export const required = (max: number, none: string, long: string) =>
  requiredLine(max, none, long, { lines: true });

/** The texts of a decision for everybody whom it concerns. */
export const decision = z.object({
  id: z.int(),
  action,
  ground,
  /** Null where the admin has given none. */
  reason: z.nullable(z.string()),
  automatic: z.boolean(),
  created_at: moment,
});
export type DecisionView = z.infer<typeof decision>;
/** A decision, and what has become of it. */
export const decisionNow = z.object({
  ...decision.shape,
  overturned: z.boolean(),
  /** Date on which the removed content is deleted for good. */
  delete_at: z.nullable(moment),
});
/** Actions that the decision undid, and what another one keeps so: the prompts away, the account blocked. */
export const undone = { undid: z.array(action), still: z.array(z.enum(["away", "blocked"])) };
export type Remaining = z.infer<typeof undone.still>;
/** Outcome of an appeal. */
export const appeal = z.object({
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

export const reporterName = requiredLine(REPORTER_NAME_LENGTH, messages.nameRequired, messages.nameTooLong);

/** `POST /api/reports`. Members report as themselves: name and e-mail are then ignored, and required otherwise. */
export const reportRequest = z.object({
  target_type: targetType,
  /** Its id, as a number or as a text. */
  target_id: z.union([z.int(), text({ max: 100, asIs: true })], { error: messages.targetInvalid }),
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
  token: text({ max: 100, asIs: true, none: messages.tokenInvalid, long: messages.tokenInvalid }),
});

export const target = z.object({
  type: targetType,
  /** A number or a user's id, as a text. */
  id: z.string(),
  /** Title or username, of an answer its prompt's title; null when it is hidden or no longer there. */
  label: z.nullable(z.string()),
  /** Address of its page; null likewise. */
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

// Notices

export const notice = z.object({
  ...decisionNow.shape,
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
  after: cursorText,
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
export const moderationLog = z.object({
  entries: z.array(logEntry),
  totalCount: z.int(),
  /** Where the next page begins, for `after`; not on the last one. */
  next: z.optional(z.string()),
});
export type ModerationLog = z.infer<typeof moderationLog>;

export const transparencyQuery = z.object({
  /** The current one in Brasília by default. */
  year: z.optional(wholeNumber(messages.yearInvalid, 9999, 2000)),
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
