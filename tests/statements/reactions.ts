/** Calls of the queries of `reactions`. */
import type { CallsOf } from "./prepare.ts";
import { ID, PROMPT } from "./values.ts";

const WISH = { userId: ID, wanted: true };

export const reactions = {
  "#reactions/server/reactions.queries.ts": {
    writeReactions: [
      ["likes", PROMPT, [WISH]],
      ["likes", PROMPT, [WISH, WISH]],
      ["favorites", PROMPT, [WISH]],
    ],
    countReactionsOf: [[[ID]]],
    deleteReactionsOf: [[ID]],
    deleteReactionsTo: [[[PROMPT]]],
  } satisfies CallsOf<typeof import("#reactions/server/reactions.queries.ts")>,
};
