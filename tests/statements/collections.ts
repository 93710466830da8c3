/** Calls of the queries of `collections`. */
import type { CallsOf } from "./prepare.ts";
import { ID, PAGE, PROMPT } from "./values.ts";

const COLLECTION = 1;
const TAG = 1;
const TEXTS = { title: "Receitas", description: null, is_public: false };

export const collections = {
  "#collections/server/collections.queries.ts": {
    selectCollection: [[COLLECTION]],
    selectCollections: [[[COLLECTION]]],
    selectCollectionsOf: [
      [ID, { publicOnly: false, promptId: PROMPT }],
      [ID, { publicOnly: true }],
    ],
    insertCollection: [[ID, TEXTS]],
    updateCollection: [[COLLECTION, TEXTS]],
    touchCollection: [[COLLECTION]],
    deleteCollectionRow: [[COLLECTION]],
    setWithdrawn: [[COLLECTION, "Propaganda."]],
    endWithdrawal: [[COLLECTION]],
    selectForModeration: [[COLLECTION]],
  } satisfies CallsOf<typeof import("#collections/server/collections.queries.ts")>,

  "#collections/server/collections.shared.queries.ts": {
    countCollectionsOf: [[ID]],
    lockCollection: [[COLLECTION]],
    selectWithdrawnOf: [[[COLLECTION]]],
    selectForExport: [[ID, 0, 100]],
    selectFollowsForExport: [[ID, 0, 100]],
    moveTagFollows: [[TAG, TAG + 1]],
    selectNewsMail: [[ID]],
  } satisfies CallsOf<typeof import("#collections/server/collections.shared.queries.ts")>,

  "#collections/server/items.queries.ts": {
    selectItems: [[COLLECTION]],
    selectOrder: [[COLLECTION]],
    insertItems: [[COLLECTION, [{ prompt_id: PROMPT, note: "Boa." }]]],
    insertItem: [[COLLECTION, PROMPT, "Boa."]],
    updateNote: [[COLLECTION, PROMPT, null]],
    writeOrder: [[COLLECTION, [PROMPT]]],
    deleteItem: [[COLLECTION, PROMPT]],
  } satisfies CallsOf<typeof import("#collections/server/items.queries.ts")>,

  "#collections/server/follows.queries.ts": {
    countFollows: [[ID]],
    insertFollow: [
      [ID, "users", ID],
      [ID, "collections", COLLECTION],
      [ID, "tags", TAG],
    ],
    deleteFollow: [
      [ID, "users", ID],
      [ID, "collections", COLLECTION],
      [ID, "tags", "receita"],
    ],
    selectFollows: [[ID]],
    selectNews: [
      [ID, { micros: 1, promptId: PROMPT }, 20],
      [ID, { micros: 1, promptId: PROMPT }, 20, new Date(0)],
    ],
  } satisfies CallsOf<typeof import("#collections/server/follows.queries.ts")>,

  "#collections/server/news-mails/news-mails.queries.ts": {
    insertNewsMail: [[ID]],
    deleteNewsMail: [[ID]],
    claimDue: [[200]],
    selectRecipient: [[ID, new Date(0)]],
    updateTold: [[ID, new Date(0)]],
  } satisfies CallsOf<typeof import("#collections/server/news-mails/news-mails.queries.ts")>,

  "#collections/server/public-list.queries.ts": {
    selectPublic: [
      [{ orderBy: "followed" }, PAGE],
      [{ orderBy: "newest" }, PAGE],
      [{ orderBy: "followed", search: "receitas" }, PAGE],
      [{ orderBy: "followed" }, { ...PAGE, after: ["5", "12"] }],
      [
        { orderBy: "newest", search: "receitas" },
        { ...PAGE, after: ["12"] },
      ],
    ],
    selectWithPrompt: [[PROMPT, 5]],
  } satisfies CallsOf<typeof import("#collections/server/public-list.queries.ts")>,

  "#collections/server/discovery.queries.ts": {
    selectCollectionParts: [[10_000]],
    selectListed: [[1, 10_000]],
  } satisfies CallsOf<typeof import("#collections/server/discovery.queries.ts")>,
};
