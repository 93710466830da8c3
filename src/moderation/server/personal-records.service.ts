/**
 * What moderation stores of a user, for exports: decisions about the user, and reports the user made. Never who reported
 * the user. Each call returns the next page of rows after an id.
 */
import { GROUNDS } from "#moderation/contract.ts";
import type { TargetIds } from "./cases.queries.ts";
import { selectDecisionsAbout } from "./notices.queries.ts";
import { selectCasesAbout, selectReportsBy } from "./personal-records.queries.ts";
import { withShownLabels } from "./shown-labels.ts";
import { targetView } from "./target-types.ts";

type Page = Parameters<typeof selectReportsBy>;

/** @param told only those that the user was told of */
async function decisionsAbout(page: Page, told: boolean) {
  const rows = await selectDecisionsAbout(...page, { told });
  const named = told ? await withShownLabels({ db: page[0] }, rows) : rows;
  return named.map((row) => ({
    id: row.id,
    target: { ...targetView(row), label: row.label },
    action: row.action,
    ground: row.ground,
    rule: GROUNDS[row.ground].sentence,
    reason: row.reason,
    automatic: row.decided_as === "automatic",
    overturned: row.overturned_by !== null,
    created_at: row.created_at,
    appeal: row.appealed_at && {
      text: row.appeal,
      created_at: row.appealed_at,
      outcome: row.outcome,
      answer: row.answer,
    },
  }));
}

const withTarget = <Row extends TargetIds>(row: Row) => {
  const { prompt_id, reported_user_id, result_id, collection_id, ...rest } = row;
  return { ...rest, target: targetView({ prompt_id, reported_user_id, result_id, collection_id }) };
};

/** What is reported is named by its id alone: its title may have become another, or be hidden. */
const reportsBy = async (...page: Page) => (await selectReportsBy(...page)).map(withTarget);

const casesAbout = async (...page: Page) =>
  (await selectCasesAbout(...page)).map((row) => {
    const { label, target, ...rest } = withTarget(row);
    return { ...rest, target: { ...target, label } };
  });

/** For the user's own export. */
export const ownModerationRecords = {
  decisions: (...page: Page) => decisionsAbout(page, true),
  reports: reportsBy,
};

/** For an export for authorities. */
export const allModerationRecords = {
  cases: casesAbout,
  decisions: (...page: Page) => decisionsAbout(page, false),
  reports: reportsBy,
};
