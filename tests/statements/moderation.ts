/** Calls of the queries of `moderation`. */
import { NO_BODY } from "#moderation/server/cases/cases.queries.ts";
import type { CallsOf } from "./prepare.ts";
import { DATE, EMAIL, HASH, ID, PAGE, PROMPT, USERNAME } from "./values.ts";

const CASE = 1;
const SNAPSHOT = {
  ...NO_BODY,
  title: "Um prompt",
  content: "Sobre o mar.",
  username: USERNAME,
  edited_at: null,
};
const TARGET = {
  prompt_id: PROMPT,
  reported_user_id: null,
  result_id: null,
  collection_id: null,
  author_id: ID,
  author_username: USERNAME,
  label: "Um prompt",
  snapshot: SNAPSHOT,
};
const REPORT = {
  code: "2345678923",
  case_id: CASE,
  category: "spam",
  explanation: "É propaganda.",
  standing: "anyone",
  reporter_key: HASH,
  target_version: "",
};
const DECISION = { case_id: CASE, action: "hide", ground: "spam", reason: "Propaganda", decided_as: "admin" };

export const moderation = {
  "#moderation/server/cases/cases.queries.ts": {
    selectCaseOf: [[TARGET]],
    insertCase: [[TARGET]],
    lockCase: [[CASE]],
    selectCase: [[CASE]],
    openCase: [
      [
        CASE,
        {
          category: "spam",
          hours: 2,
          reported: { snapshot: SNAPSHOT, label: "Um prompt", author_username: USERNAME, earlier: [] },
        },
      ],
      [CASE, { hours: 2 }],
    ],
    renewSnapshot: [[CASE, { snapshot: SNAPSHOT, earlier: [] }]],
    setHiddenAutomatically: [[CASE]],
    setAlike: [[CASE, CASE]],
    closeCase: [[CASE]],
    touchCase: [[CASE]],
    selectForgettable: [[30]],
    forgetSnapshots: [[[PROMPT], 30]],
    forgetNames: [[12]],
    selectCases: [
      [{ state: "open", except: [CASE] }, PAGE],
      [{ state: "open", except: [], category: "spam", due: "overdue" }, PAGE],
      [{ state: "open", except: [], category: "none", due: "today", author: ID }, PAGE],
      [{ state: "open", except: [], due: "later" }, PAGE],
      [{ state: "decided", except: [], category: "spam" }, PAGE],
    ],
    countCases: [[{ state: "open", except: [CASE] }], [{ state: "decided", except: [] }]],
    countWaiting: [[{ except: [CASE] }], [{ except: [], author: ID }]],
    selectNeighbour: [
      [{ state: "open", except: [CASE], category: "spam" }, CASE, "next"],
      [{ state: "open", except: [] }, CASE, "previous"],
      [{ state: "decided", except: [] }, CASE, "next"],
      [{ state: "decided", except: [] }, CASE, "previous"],
    ],
    countDecisionsAbout: [
      [ID, ID],
      [ID, null],
    ],
  } satisfies CallsOf<typeof import("#moderation/server/cases/cases.queries.ts")>,

  "#moderation/server/records/preservation.queries.ts": {
    updatePreserved: [
      [
        CASE,
        { months: 6, days: 20 },
        { username: USERNAME, email: EMAIL, created_at: "2026-01-01T00:00:00.000Z" },
      ],
      [CASE, { months: 6, days: 20 }, undefined],
    ],
    selectPreservedOf: [[ID]],
    selectPreservedPrompts: [[CASE]],
    selectCasesWith: [[["0".repeat(32)]]],
    endPreservation: [[]],
    deletePreservedPrompts: [[1000]],
  } satisfies CallsOf<typeof import("#moderation/server/records/preservation.queries.ts")>,

  "#moderation/server/reports/reports.queries.ts": {
    insertReport: [
      [{ ...REPORT, reporter_id: ID }, true],
      [{ ...REPORT, reporter_name: USERNAME, reporter_email: EMAIL, confirmation_hash: HASH }, false],
    ],
    selectReport: [[REPORT.code]],
    confirmReportRow: [[1]],
    selectReportsOf: [[CASE, 100]],
    isReported: [[{ case_id: CASE, reporter_key: HASH, target_version: "" }]],
    selectSent: [[{ case_id: CASE, reporter_key: HASH, target_version: "", sent_key: HASH }, 10]],
    countReportsOf: [[CASE]],
    selectReporters: [[CASE]],
    lockHidings: [[]],
    countUnseen: [[]],
    deleteUnconfirmed: [[7]],
    forgetReporters: [[12]],
  } satisfies CallsOf<typeof import("#moderation/server/reports/reports.queries.ts")>,

  "#moderation/server/cases/decisions.queries.ts": {
    insertDecision: [
      [DECISION],
      [
        {
          ...DECISION,
          category: "spam",
          decided_by: ID,
          decided_by_username: USERNAME,
          delete_at: DATE,
          opened_at: DATE,
          deadline: DATE,
        },
      ],
    ],
    selectDecisionsOf: [[CASE]],
    selectDecision: [[1]],
    overturn: [[[1], 2]],
    selectRestrictions: [[{ id: CASE, author_id: ID }]],
    selectBlockingCases: [[ID]],
    redate: [[{ decision_ids: [1], delete_at: DATE }], [{ decision_ids: [], delete_at: null }]],
    selectDue: [[100, [1]]],
    forgetDue: [[CASE]],
    selectDueActions: [[CASE]],
    insertAppeal: [[{ decision_id: 1, side: "author", text: "Discordo." }]],
    selectAppealsOf: [[CASE, 100]],
    selectAppealsOfReport: [[1]],
    selectWaitingAppeals: [[CASE]],
    isAnswerTo: [[1, "author"]],
    answerAppeals: [[2, [{ id: 1, outcome: "upheld" }]]],
  } satisfies CallsOf<typeof import("#moderation/server/cases/decisions.queries.ts")>,

  "#moderation/server/cases/removals.shared.queries.ts": {
    selectRemovalsOf: [[[ID]]],
    selectRemovedPrompts: [[PAGE]],
    countRemovedPrompts: [[]],
  } satisfies CallsOf<typeof import("#moderation/server/cases/removals.shared.queries.ts")>,

  "#moderation/server/cases/sanctions.queries.ts": {
    selectReportOf: [[CASE, 1]],
    selectSanctions: [[[ID]]],
    selectConcerning: [[ID]],
  } satisfies CallsOf<typeof import("#moderation/server/cases/sanctions.queries.ts")>,

  "#moderation/server/notices/statements.queries.ts": {
    insertStatementToAuthor: [[1]],
    insertStatementsToReporters: [[1, CASE, { author: true, newReporters: true }]],
    hasUndecidedReports: [[CASE]],
    selectStated: [[1]],
    lockUnsent: [[1, 100]],
    markSent: [[1, [1, null]]],
    selectDecisionsWithStatementTo: [[1]],
  } satisfies CallsOf<typeof import("#moderation/server/notices/statements.queries.ts")>,

  "#moderation/server/records/audit-log.queries.ts": {
    selectAuditEntries: [[PAGE]],
    countAuditEntries: [[]],
  } satisfies CallsOf<typeof import("#moderation/server/records/audit-log.queries.ts")>,

  "#moderation/server/records/audit-log.shared.queries.ts": {
    insertAuditEntry: [
      [{ admin_id: ID, admin_username: USERNAME, action: "user_blocked", target_label: USERNAME }],
    ],
  } satisfies CallsOf<typeof import("#moderation/server/records/audit-log.shared.queries.ts")>,

  "#moderation/server/cases/moderators.queries.ts": {
    selectModerators: [[]],
    isModerator: [[ID]],
    insertModerator: [[ID]],
    deleteModerator: [[ID]],
  } satisfies CallsOf<typeof import("#moderation/server/cases/moderators.queries.ts")>,

  "#moderation/server/reasons/reason-texts.queries.ts": {
    selectReasonTexts: [[]],
    countReasonTexts: [[]],
    insertReasonText: [[{ category: "spam", title: "Um texto", text: "É propaganda." }]],
    updateReasonText: [[1, { category: null, title: "Um texto", text: "É propaganda." }]],
    deleteReasonText: [[1]],
  } satisfies CallsOf<typeof import("#moderation/server/reasons/reason-texts.queries.ts")>,

  "#moderation/server/notices/notices.queries.ts": {
    selectNotices: [[ID, 100]],
    selectDecisionsAbout: [
      [ID, 0, 100, { noticesOnly: true }],
      [ID, 0, 100, { noticesOnly: false }],
    ],
    countUnread: [[ID]],
    markRead: [[ID, 1]],
  } satisfies CallsOf<typeof import("#moderation/server/notices/notices.queries.ts")>,

  "#moderation/server/records/personal-records.queries.ts": {
    selectReportsBy: [[ID, 0, 100]],
    selectCasesAbout: [[ID, 0, 100]],
  } satisfies CallsOf<typeof import("#moderation/server/records/personal-records.queries.ts")>,

  "#moderation/server/public/public-log.queries.ts": {
    selectLog: [
      [{}, { categories: ["child"], grounds: ["child"] }, PAGE],
      [{ action: "hide", category: "spam" }, { categories: ["child"], grounds: ["child"] }, PAGE],
      [{}, { categories: ["child"], grounds: ["child"] }, { ...PAGE, after: ["12"] }],
    ],
    countLog: [[{}], [{ action: "hide", category: "spam" }]],
    countReports: [[2026]],
    countDecisions: [[2026]],
    measureDecisions: [[2026, ["child"]]],
    countAppeals: [[2026]],
  } satisfies CallsOf<typeof import("#moderation/server/public/public-log.queries.ts")>,
};
