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
};
const DECISION = { case_id: CASE, action: "hide", ground: "spam", reason: "Propaganda", decided_as: "admin" };

export const moderation = {
  "#moderation/server/cases.queries.ts": {
    selectCaseOf: [[TARGET]],
    insertCase: [[TARGET]],
    lockCase: [[CASE]],
    selectCase: [[CASE]],
    openCase: [
      [CASE, { category: "spam", hours: 2, target: TARGET }],
      [CASE, { category: "spam", hours: 2, target: undefined }],
    ],
    urgeCase: [[CASE, "spam", 2]],
    reopenCase: [[CASE, 2]],
    setHiddenAutomatically: [[CASE]],
    closeCase: [[CASE]],
    forgetSnapshots: [[30, 6]],
    selectCases: [
      ["open", PAGE],
      ["decided", PAGE],
    ],
    countCases: [[]],
    countDecisionsAbout: [[ID]],
  } satisfies CallsOf<typeof import("#moderation/server/cases.queries.ts")>,

  "#moderation/server/reports.queries.ts": {
    insertReport: [
      [{ ...REPORT, reporter_id: ID }, true],
      [{ ...REPORT, reporter_name: USERNAME, reporter_email: EMAIL, confirmation_hash: HASH }, false],
    ],
    selectReport: [[REPORT.code]],
    confirmReportRow: [[1]],
    selectReportsOf: [[CASE, 100]],
    selectReportersOf: [[CASE]],
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
    selectDue: [[100]],
    isDue: [[CASE]],
    insertAppeal: [[{ decision_id: 1, side: "author", text: "Discordo." }]],
    selectAppealsOf: [[CASE]],
    answerAppeals: [[[1], { by: 2, outcome: "upheld" }]],
  } satisfies CallsOf<typeof import("#moderation/server/decisions.queries.ts")>,

  "#moderation/server/moderators.queries.ts": {
    selectModerators: [[]],
    isModerator: [[ID]],
    insertModerator: [[ID]],
    deleteModerator: [[ID]],
  } satisfies CallsOf<typeof import("#moderation/server/moderators.queries.ts")>,

  "#moderation/server/notices.queries.ts": {
    selectNotices: [[ID, 100]],
    countUnread: [[ID]],
    markRead: [[ID]],
  } satisfies CallsOf<typeof import("#moderation/server/notices.queries.ts")>,

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
