/** Calls of the queries of `moderation`. */
import type { CallsOf } from "./prepare.ts";
import { DATE, EMAIL, HASH, ID, PAGE, PROMPT, USERNAME } from "./values.ts";

const CASE = 1;
const SNAPSHOT = {
  title: "Um prompt",
  content: "Sobre o mar.",
  description: null,
  image: null,
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
  "#moderation/server/cases.queries.ts": {
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
    selectForgettable: [[30]],
    forgetSnapshots: [[[PROMPT], 30]],
    forgetNames: [[12]],
    selectCases: [
      ["open", { ...PAGE, except: [CASE] }],
      ["decided", { ...PAGE, except: [] }],
    ],
    countCases: [
      ["open", [CASE]],
      ["decided", []],
    ],
    countDecisionsAbout: [
      [ID, ID],
      [ID, null],
    ],
  } satisfies CallsOf<typeof import("#moderation/server/cases.queries.ts")>,

  "#moderation/server/preservation.queries.ts": {
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
  } satisfies CallsOf<typeof import("#moderation/server/preservation.queries.ts")>,

  "#moderation/server/reports.queries.ts": {
    insertReport: [
      [{ ...REPORT, reporter_id: ID }, true],
      [{ ...REPORT, reporter_name: USERNAME, reporter_email: EMAIL, confirmation_hash: HASH }, false],
    ],
    selectReport: [[REPORT.code]],
    confirmReportRow: [[1]],
    selectReportsOf: [[CASE, 100]],
    isConfirmationWaiting: [[{ case_id: CASE, reporter_key: HASH, target_version: "" }]],
    countReportsOf: [[CASE]],
    hasReported: [[CASE, ID]],
    deleteUnconfirmed: [[7]],
    forgetReporters: [[12]],
  } satisfies CallsOf<typeof import("#moderation/server/reports.queries.ts")>,

  "#moderation/server/decisions.queries.ts": {
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
    forgetDeletions: [[CASE]],
    selectHoldings: [[ID]],
    postponeDeletions: [[CASE, DATE]],
    selectDue: [[100]],
    forgetDue: [[CASE]],
    selectDueActions: [[CASE]],
    selectRemovalsOf: [[[ID]]],
    selectRemovedPrompts: [[PAGE]],
    countRemovedPrompts: [[]],
    insertAppeal: [[{ decision_id: 1, side: "author", text: "Discordo." }]],
    selectAppealsOf: [[CASE, 100]],
    selectAppealsOfReport: [[1]],
    selectWaiting: [[CASE]],
    isAnswerTo: [[1, "author"]],
    answerAppeals: [[2, [1], []]],
  } satisfies CallsOf<typeof import("#moderation/server/decisions.queries.ts")>,

  "#moderation/server/sanctions.queries.ts": {
    selectReportOf: [[CASE, 1]],
    selectSanctions: [[[ID]]],
    selectConcerning: [[ID]],
    touchCase: [[CASE]],
  } satisfies CallsOf<typeof import("#moderation/server/sanctions.queries.ts")>,

  "#moderation/server/statements.queries.ts": {
    insertStatementToAuthor: [[1]],
    insertStatementsToReporters: [[1, CASE, true]],
    hasUndecidedReports: [[CASE]],
    selectStated: [[1]],
    lockUntold: [[1, 100]],
    markTold: [[1, [1, null]]],
    selectToldTo: [[1]],
  } satisfies CallsOf<typeof import("#moderation/server/statements.queries.ts")>,

  "#moderation/server/audit-log.queries.ts": {
    insertAuditEntry: [
      [{ admin_id: ID, admin_username: USERNAME, action: "user_blocked", target_label: USERNAME }],
    ],
    selectAuditEntries: [[PAGE]],
    countAuditEntries: [[]],
  } satisfies CallsOf<typeof import("#moderation/server/audit-log.queries.ts")>,

  "#moderation/server/moderators.queries.ts": {
    selectModerators: [[]],
    isModerator: [[ID]],
    insertModerator: [[ID]],
    deleteModerator: [[ID]],
  } satisfies CallsOf<typeof import("#moderation/server/moderators.queries.ts")>,

  "#moderation/server/notices.queries.ts": {
    selectNotices: [[ID, 100]],
    selectDecisionsAbout: [
      [ID, 0, 100, { told: true }],
      [ID, 0, 100, { told: false }],
    ],
    countUnread: [[ID]],
    markRead: [[ID, 1]],
  } satisfies CallsOf<typeof import("#moderation/server/notices.queries.ts")>,

  "#moderation/server/personal-records.queries.ts": {
    selectReportsBy: [[ID, 0, 100]],
    selectCasesAbout: [[ID, 0, 100]],
  } satisfies CallsOf<typeof import("#moderation/server/personal-records.queries.ts")>,

  "#moderation/server/public-log.queries.ts": {
    selectLog: [
      [{}, { categories: ["child"], grounds: ["child"] }, PAGE],
      [{ action: "hide", category: "spam" }, { categories: ["child"], grounds: ["child"] }, PAGE],
    ],
    countLog: [[{}], [{ action: "hide", category: "spam" }]],
    countReports: [[2026]],
    countDecisions: [[2026]],
    measureDecisions: [[2026, ["child"]]],
    countAppeals: [[2026]],
  } satisfies CallsOf<typeof import("#moderation/server/public-log.queries.ts")>,
};
