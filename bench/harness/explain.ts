/** Buffers that statements touch, by the plans of the server. */
import { escapeLiteral, type Pool } from "pg";
import type { Statement } from "./recorder.ts";

/** PostgreSQL may change from a plan for the values at hand to one for any values after so many runs. */
const RUNS_BEFORE_GENERIC = 6;

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

/** An array's item, within the array's text. */
const itemOf = (value: unknown) => (value === null ? "null" : JSON.stringify(textOf(value)));

/** A parameter as SQL text; its statement's parameter gives it its type. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  return escapeLiteral(Array.isArray(value) ? `{${value.map(itemOf).join(",")}}` : textOf(value));
}

/**
 * The plan of each statement, run as a prepared one that has run often, which is how the site runs them; what begins or
 * ends a transaction, or asks for a plan itself, has none. Nothing is changed.
 * @param options of EXPLAIN
 * @param settings SQL that is run before
 */
async function explain<Plan>(
  pool: Pool,
  statements: readonly Statement[],
  options: string,
  settings = "",
): Promise<Plan[][]> {
  const client = await pool.connect();
  const plans: Plan[][] = [];
  try {
    await client.query(`begin; ${settings}`);
    for (const { text, values } of statements) {
      if (/^\s*(begin|start|commit|rollback|explain)\b/i.test(text)) continue;
      const run = `execute measured${values.length ? `(${values.map(literal).join(", ")})` : ""}`;
      await client.query(`prepare measured as ${text}`);
      for (let turn = 0; turn < RUNS_BEFORE_GENERIC; turn++) await client.query(run);
      const { rows } = await client.query<{ "QUERY PLAN": Plan }>(
        `explain (analyze, buffers, timing off, ${options}) ${run}`,
      );
      await client.query("deallocate measured");
      plans.push(rows.map((row) => row["QUERY PLAN"]));
    }
    return plans;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const BUFFERS = [
  "Shared Hit Blocks",
  "Shared Read Blocks",
  "Temp Read Blocks",
  "Temp Written Blocks",
] as const;

interface Node extends Record<(typeof BUFFERS)[number], number> {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Node[];
}

async function nodesOf(pool: Pool, statements: readonly Statement[], settings?: string): Promise<Node[]> {
  const plans = await explain<{ Plan?: Node }[]>(pool, statements, "format json", settings);
  return plans.flatMap(([explained]) => explained?.[0]?.Plan ?? []);
}

/** Buffers that statements touch. Planning is not counted: it is not repeated. */
export async function buffersOf(pool: Pool, statements: readonly Statement[]): Promise<number> {
  const plans = await nodesOf(pool, statements);
  return plans.flatMap((plan) => BUFFERS.map((kind) => plan[kind])).reduce((sum, count) => sum + count, 0);
}

/** Tables that statements read from end to end although any index would be preferred: no index serves what they ask. */
export async function tablesWithoutIndex(pool: Pool, statements: readonly Statement[]): Promise<string[]> {
  const plans = await nodesOf(pool, statements, "set local enable_seqscan = off");
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return plans
    .flatMap(nodes)
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"] ?? "");
}

/** A statement's plan as PostgreSQL writes it for people, without its estimates; undefined where it has none. */
export async function planText(pool: Pool, statement: Statement): Promise<string | undefined> {
  const [plan] = await explain<string>(pool, [statement], "costs off, format text");
  return plan?.join("\n");
}
