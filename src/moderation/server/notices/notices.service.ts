/** A user's notices: the decisions about the user's prompts and account. They never tell who reported. */
import type { Notice, NoticeList } from "#moderation/contract.ts";
import { appealUntil } from "#moderation/server/cases/appealable.ts";
import { isModerator } from "#moderation/server/cases/moderators.queries.ts";
import { targetView } from "#moderation/server/cases/target-types.ts";
import type { Context } from "#platform/context.ts";
import { countUnread, selectNotices } from "./notices.queries.ts";
import { withShownLabels } from "./shown-labels.ts";
import { appealView, decisionNowView } from "./views.ts";

const MOST_NOTICES = 100;

export async function listNotices({ db }: Context, userId: string): Promise<NoticeList> {
  const [rows, unread, moderates] = await Promise.all([
    selectNotices(db, userId, MOST_NOTICES),
    countUnread(db, userId),
    isModerator(db, userId),
  ]);
  const notices = (await withShownLabels({ db }, rows)).map(
    (row): Notice => ({
      ...decisionNowView(row),
      undid: row.undid,
      still: row.still,
      target: { ...targetView(row), label: row.label },
      appeal_until: appealUntil("author", row, {
        isAnswer: row.is_answer,
        appealed: row.appealed_at !== null,
      }),
      appeal: row.appealed_at && appealView({ ...row, created_at: row.appealed_at }),
      due_at: row.appealed_at && row.outcome === null ? (row.deadline?.toISOString() ?? null) : null,
      read: row.read_at !== null,
    }),
  );
  return { notices, unread, moderates };
}
