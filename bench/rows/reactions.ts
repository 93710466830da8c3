/** Likes and favourites: toggles a second against a bare `pg` client that runs the same statements. */
import { againstStatements, type Bench, type Rows } from "../harness/bench.ts";
import { type Call, CONNECTIONS } from "../harness/load.ts";

/** Members of each connection, who toggle one prompt each: as many as the limit of reactions per account makes necessary. */
const MEMBERS = 64;

async function measure(bench: Bench, what: string, kind: "like" | "favorite", field: string) {
  const members = await bench.recorder.members(CONNECTIONS * MEMBERS);
  const calls = Array.from({ length: CONNECTIONS }, (_, connection): Call[] => {
    // Each toggles another prompt of this connection's own.
    const prompts = bench.facts.ids.filter((_, n) => n % CONNECTIONS === connection);
    return members.slice(connection * MEMBERS, (connection + 1) * MEMBERS).flatMap(({ authorization }, n) =>
      [true, false].map((wanted) => ({
        method: "POST",
        path: `/api/prompts/${prompts[n % prompts.length]}/${kind}`,
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ [field]: wanted }),
      })),
    );
  });
  return [await againstStatements({ what, unit: "toggles/s", target: { atLeast: 0.5 } }, bench, calls)];
}

export const reactionRows: Rows = {
  "writing: like toggle": (bench, what) => measure(bench, what, "like", "liked"),
  "writing: favourite toggle": (bench, what) => measure(bench, what, "favorite", "favorited"),
};
