/** The MCP server, for visitors: requests a second against a bare route that reads a message and sends the same bytes. */
import { SEARCH_WORDS } from "../generator/search-words.ts";
import { type Bench, costedLoad, inTurns, type Rows } from "../harness/bench.ts";
import type { Facts } from "../harness/facts.ts";
import type { Figure } from "../harness/figures.ts";
import { fetchWire } from "../harness/load.ts";

const CALLS: Record<string, (facts: Facts) => { name: string; arguments: object }> = {
  search: () => ({ name: "search_prompts", arguments: { text: SEARCH_WORDS.common.word } }),
  "get a prompt": ({ topId }) => ({ name: "get_prompt", arguments: { id: topId } }),
};

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};

async function against({ site, bare, rounds, facts }: Bench, what: string, call: (typeof CALLS)[string]) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call(facts) });
  const answer = await fetchWire(`${site.origin}/mcp`, HEADERS, body);
  if (answer.status !== 200 || Buffer.from(answer.body).includes('"isError":true')) {
    throw new Error(`${what} answered ${answer.status}: ${Buffer.from(answer.body)}`);
  }
  const bareOrigin = await bare.serve("bare Fastify route", answer);
  const options = { calls: () => [{ method: "POST" as const, path: "/mcp", headers: HEADERS, body }] };
  const [ours, theirs] = await inTurns(
    rounds,
    () => costedLoad(site.pid, site.origin, options),
    () => costedLoad(bare.pid, bareOrigin, options),
  );
  const figure: Figure = {
    what,
    unit: "requests/s",
    measured: ours.map(({ rate }) => rate),
    reference: theirs.map(({ rate }) => rate),
    against: "bare Fastify route",
    byCpu: ours.map(({ cpu }, round) => (theirs[round]?.cpu ?? Number.NaN) / cpu),
    target: { atLeast: 0.5 },
  };
  return [figure];
}

export const mcpRows: Rows = {};
for (const [name, call] of Object.entries(CALLS)) {
  mcpRows[`mcp: ${name}`] = (bench, what) => against(bench, what, call);
}
