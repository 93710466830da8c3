/** Calls of the queries of `results`. */
import type { CallsOf } from "./prepare.ts";
import { ID, PROMPT } from "./values.ts";

const ANSWERED = { promptId: PROMPT, version: 1, userId: ID, modelKey: "gpt5" };

export const results = {
  "#results/server/results.queries.ts": {
    writeResult: [[ANSWERED, { model: "GPT-5", outcome: "worked", note: null }, null]],
    selectDuePeople: [[100]],
    letCount: [[ID, false]],
    hasRemoved: [[ANSWERED]],
    countOtherModels: [[ANSWERED]],
    deleteResult: [[ANSWERED]],
    selectOwnResults: [[ID, PROMPT, 1]],
    selectModels: [[PROMPT, 1, { most: 12, sample: 5000 }]],
    selectNotes: [
      [PROMPT, 1, null, 11],
      [PROMPT, 1, 7, 11],
    ],
  } satisfies CallsOf<typeof import("#results/server/results.queries.ts")>,

  "#results/server/results.shared.queries.ts": {
    deleteResultsTo: [[[PROMPT]]],
    selectResultsOf: [[ID, 0, 100]],
    countResultsOf: [[ID]],
    findResultForModeration: [[7]],
    lockResult: [[7]],
    eraseRemovedResult: [[7]],
    selectRemovedOf: [[[7]]],
    findPromptsOf: [[[7]]],
    setResultRemoved: [
      [7, true],
      [7, false],
    ],
  } satisfies CallsOf<typeof import("#results/server/results.shared.queries.ts")>,
};
