/**
 * Moderation's records of a user, for exports: decisions about the user, and reports the user made. Never who reported
 * the user. Each call returns the next page of rows after an id.
 */
import { GROUNDS } from "#moderation/contract.ts";
import type { TargetIds } from "#moderation/server/cases/cases.queries.ts";
import { targetView } from "#moderation/server/cases/target-types.ts";
import { selectDecisionsAbout } from "#moderation/server/notices/notices.queries.ts";
import { withShownLabels } from "#moderation/server/notices/shown-labels.ts";
import { selectCasesAbout, selectReportsBy } from "./personal-records.queries.ts";

type Page = Parameters<typeof selectReportsBy>;

/** @param told only those that the user was told of */
async function decisionsAbout(page: Page, noticesOnly: boolean) {
  const rows = await selectDecisionsAbout(...page, { noticesOnly });
  const named = noticesOnly ? await withShownLabels({ db: page[0] }, rows) : rows;
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

/** The reported thing is named by its id alone: its title may have become another, or be hidden. */
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
