/** Likes and favourites: toggles a second against a bare `pg` client that runs the same statements. */
import { againstStatements, type Bench, type Row } from "../harness/bench.ts";
import { type Call, CONNECTIONS } from "../harness/load.ts";
import type { Statement } from "../harness/recorder.ts";

/** Prompts that each connection's person toggles in turns. */
const PROMPTS = 12;

const KINDS = {
  like: { table: "likes", field: "liked" },
  favorite: { table: "favorites", field: "favorited" },
} as const;

async function measure(what: string, kind: keyof typeof KINDS, bench: Bench) {
  const { recorder } = bench;
  const { table, field } = KINDS[kind];
  const people = await recorder.members(CONNECTIONS);
  const cycles: Statement[][][] = [];
  const calls: Call[][] = [];
  for (const [number, person] of people.entries()) {
    // Prompts of their own, none of which they liked before: on, off, on, off.
    const own = bench.facts.ids.filter((_, n) => n % CONNECTIONS === number);
    const prompts = await recorder.untouched(table, person, own, PROMPTS);
    const cycle: Statement[][] = [];
    const asked: Call[] = [];
    for (const prompt of prompts) {
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
