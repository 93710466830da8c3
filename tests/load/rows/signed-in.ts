/** Reading with an account: requests a second against the statements that these requests run, over as many connections. */
import { againstStatements, type Bench, type Row } from "../harness/bench.ts";
import type { Facts } from "../harness/facts.ts";
import { CONNECTIONS } from "../harness/load.ts";
import type { Statement } from "../harness/recorder.ts";

const PEOPLE = 64;

const ANSWERS: Record<string, (facts: Facts) => string> = {
  "library JSON": () => "/api/prompts?limit=12",
  "trending JSON": () => "/api/prompts/top",
  "detail JSON": ({ topId }) => `/api/prompts/${topId}`,
};

async function measure(what: string, path: string, bench: Bench) {
  const { recorder } = bench;
  const people = await recorder.members(PEOPLE);
  const of = (connection: number) => people.filter((_, n) => n % CONNECTIONS === connection);
  const cycles: Statement[][][] = [];
  for (let connection = 0; connection < CONNECTIONS; connection++) {
    const cycle: Statement[][] = [];
    for (const { authorization } of of(connection)) {
      // The shared part is kept, as it is for the site under load: what is recorded then is the person's alone.
      await recorder.record({ url: path });
      cycle.push((await recorder.record({ url: path, headers: { authorization } })).statements);
    }
    cycles.push(cycle);
  }
  const calls = (connection: number) =>
    of(connection % CONNECTIONS).map(({ authorization }) => ({ path, headers: { authorization } }));
  return [await againstStatements({ what, unit: "requests/s" }, bench, calls, cycles)];
}

export const signedInRows: Row[] = Object.entries(ANSWERS).map(([name, path]) => {
  const what = `signed in: ${name}`;
  return { name: what, measure: (bench) => measure(what, path(bench.facts), bench) };
});
