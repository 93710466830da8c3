/** A user's notices: the decisions about the user's prompts and account. They never tell who reported. */
import type { Notice, NoticeList } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { appealUntil } from "./appealable.ts";
import { isModerator } from "./moderators.queries.ts";
import { countUnread, markRead, selectNotices } from "./notices.queries.ts";
import { targetView } from "./targets.ts";

const MOST_NOTICES = 100;

export async function listNotices({ db }: Context, userId: string): Promise<NoticeList> {
  const [rows, unread, moderates] = await Promise.all([
    selectNotices(db, userId, MOST_NOTICES),
    countUnread(db, userId),
    isModerator(db, userId),
  ]);
  const notices = rows.map((row): Notice => {
    const { id, action, ground, reason, created_at, appealed_at, outcome, answer } = row;
    return {
      id,
      target: { ...targetView(row), label: row.label },
      // The columns' check constraints allow no other values.
      action: action as Notice["action"],
      ground: ground as Notice["ground"],
      reason,
      automatic: row.decided_as === "automatic",
      overturned: row.overturned_by !== null,
      created_at: created_at.toISOString(),
      appeal_until: appealUntil("author", row, {
        isAnswer: Boolean(row.is_answer),
        appealed: appealed_at !== null,
      }),
      appeal: appealed_at && {
        created_at: appealed_at.toISOString(),
        outcome: outcome as "upheld" | "rejected" | null,
        answer,
      },
      read: row.read_at !== null,
    };
  });
  return { notices, unread, moderates };
}

export async function markNoticesRead({ db }: Context, userId: string): Promise<void> {
  await markRead(db, userId);
}
