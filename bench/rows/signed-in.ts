/** Reading with an account: requests a second against the statements that these requests run, over as many connections. */
import { againstStatements, type Rows } from "../harness/bench.ts";
import type { Facts } from "../harness/facts.ts";
import { CONNECTIONS } from "../harness/load.ts";

const MEMBERS = 64;

const ANSWERS: Record<string, (facts: Facts) => string> = {
  "library JSON": () => "/api/prompts?limit=12",
  "trending JSON": () => "/api/prompts/top",
  "detail JSON": ({ topId }) => `/api/prompts/${topId}`,
};

export const signedInRows: Rows = {};
for (const [name, path] of Object.entries(ANSWERS)) {
  signedInRows[`signed in: ${name}`] = async (bench, what) => {
    const members = await bench.recorder.members(MEMBERS);
    const calls = Array.from({ length: CONNECTIONS }, (_, connection) =>
      members
        .filter((_, n) => n % CONNECTIONS === connection)
        .map(({ authorization }) => ({ path: path(bench.facts), headers: { authorization } })),
    );
    const figure = { what, unit: "requests/s", target: { atLeast: 0.4 } };
    return [await againstStatements(figure, bench, calls)];
  };
}
