/** Calls of the queries of `reactions`. */
import type { CallsOf } from "./prepare.ts";
import { ID, PROMPT } from "./values.ts";

const MOVED = { user_id: ID, prompt_id: PROMPT, created_at: "2024-05-06 07:08:09.123456+00" };
const WISH = { userId: ID, wanted: true };

export const reactions = {
  "#reactions/server/reactions.queries.ts": {
    writeReactions: [
      ["likes", PROMPT, [WISH]],
      ["likes", PROMPT, [WISH, WISH]],
      ["favorites", PROMPT, [WISH]],
    ],
  } satisfies CallsOf<typeof import("#reactions/server/reactions.queries.ts")>,

  "#reactions/server/reactions.shared.queries.ts": {
    countReactionsOf: [[[ID]]],
    countKeptReactionsOf: [[ID]],
    deleteReactionsTo: [[[PROMPT]]],
    insertMovedReactions: [
      ["likes", [MOVED]],
      ["favorites", [MOVED]],
    ],
    deleteMovedReactions: [
      ["likes", [MOVED]],
      ["favorites", [MOVED]],
    ],
  } satisfies CallsOf<typeof import("#reactions/server/reactions.shared.queries.ts")>,
};
