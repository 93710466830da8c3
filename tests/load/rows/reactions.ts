/** Likes and favourites: toggles a second against a bare `pg` client that runs the same statements. */
import { againstStatements, type Bench, type Row } from "../harness/bench.ts";
import { type Call, CONNECTIONS } from "../harness/load.ts";
import type { Statement } from "../harness/recorder.ts";

/** People of each connection, who toggle one prompt each: as many as the limit of reactions per account makes necessary. */
const PEOPLE = 64;

const KINDS = {
  like: { table: "likes", field: "liked" },
  favorite: { table: "favorites", field: "favorited" },
} as const;

async function measure(what: string, kind: keyof typeof KINDS, bench: Bench) {
  const { recorder } = bench;
  const { table, field } = KINDS[kind];
  const people = await recorder.members(CONNECTIONS * PEOPLE);
  const cycles: Statement[][][] = [];
  const calls: Call[][] = [];
  for (let number = 0; number < CONNECTIONS; number++) {
    const own = bench.facts.ids.filter((_, n) => n % CONNECTIONS === number);
    const cycle: Statement[][] = [];
    const asked: Call[] = [];
    for (let n = 0; n < PEOPLE; n++) {
      const person = people[number * PEOPLE + n];
      if (!person) continue;
      // Each another prompt of this connection's own, which they did not like before: on, off.
      const turned = [...own.slice(n % own.length), ...own.slice(0, n % own.length)];
      const [prompt] = await recorder.untouched(table, person, turned, 1);
      for (const wanted of [true, false]) {
        const path = `/api/prompts/${prompt}/${kind}`;
        const body = JSON.stringify({ [field]: wanted });
        const headers = { authorization: person.authorization, "content-type": "application/json" };
        asked.push({ method: "POST", path, headers, body });
        cycle.push((await recorder.record({ method: "POST", url: path, headers, body })).statements);
      }
    }
    calls.push(asked);
    cycles.push(cycle);
  }
  return [
    await againstStatements(
      { what, unit: "toggles/s" },
      bench,
      (connection) => calls[connection % calls.length] ?? [],
      cycles,
    ),
  ];
}

export const reactionRows: Row[] = (["like", "favorite"] as const).map((kind) => {
  const what = kind === "like" ? "writing: like toggle" : "writing: favourite toggle";
  return { name: what, measure: (bench) => measure(what, kind, bench) };
});
