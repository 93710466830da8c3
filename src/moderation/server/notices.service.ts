/** A user's notices: the decisions about the user's prompts and account. They never tell who reported. */
import type { Notice, NoticeList } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { appealUntil } from "./appealable.ts";
import { isModerator } from "./moderators.queries.ts";
import { countUnread, markRead, selectNotices } from "./notices.queries.ts";
import { withShownLabels } from "./shown-labels.ts";
import { targetView } from "./target-types.ts";
import { appealView, standingView } from "./views.ts";

const MOST_NOTICES = 100;

export async function listNotices({ db }: Context, userId: string): Promise<NoticeList> {
  const [rows, unread, moderates] = await Promise.all([
    selectNotices(db, userId, MOST_NOTICES),
    countUnread(db, userId),
    isModerator(db, userId),
  ]);
  const notices = (await withShownLabels({ db }, rows)).map(
    (row): Notice => ({
      ...standingView(row),
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

/** Marks notices as read, up to the newest that was shown: one that came since stays unread. */
export async function markNoticesRead({ db }: Context, userId: string, newest: number): Promise<void> {
  await markRead(db, userId, newest);
}
