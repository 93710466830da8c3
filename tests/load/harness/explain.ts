/** What statements touch, as the server that plans them says. */
import type { Pool, PoolClient } from "pg";
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
  const text = Array.isArray(value) ? `{${value.map(itemOf).join(",")}}` : textOf(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** Prepares a statement, runs it often, asks for its plan. */
async function explain<Row>(
  client: PoolClient,
  { text, values }: Statement,
  options: string,
): Promise<Row[]> {
  const values_ = values.length ? `(${values.map(literal).join(", ")})` : "";
  await client.query(`prepare measured as ${text}`);
  for (let run = 0; run < RUNS_BEFORE_GENERIC; run++) await client.query(`execute measured${values_}`);
  const { rows } = await client.query<{ "QUERY PLAN": Row }>(
    `explain (analyze, buffers, timing off, ${options}) execute measured${values_}`,
  );
  await client.query("deallocate measured");
  return rows.map((row) => row["QUERY PLAN"]);
}

/** Whether a statement has a plan: one that begins or ends a transaction, or asks for a plan itself, has none. */
const hasPlan = ({ text }: Statement) => !/^\s*(begin|start|commit|rollback|explain)\b/i.test(text);

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Temp Read Blocks": number;
  "Temp Written Blocks": number;
  Plans?: Node[];
}

/** The plan of each statement, run as a prepared one that has run often, which is how the site runs them. */
async function plansOf(pool: Pool, statements: readonly Statement[], settings = ""): Promise<Node[]> {
  const client = await pool.connect();
  const plans: Node[] = [];
  try {
    await client.query(`begin; ${settings}`);
    for (const statement of statements.filter(hasPlan)) {
      const [explained] = await explain<{ Plan?: Node }[]>(client, statement, "format json");
      const plan = explained?.[0]?.Plan;
      if (plan) plans.push(plan);
    }
    return plans;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Buffers that statements touch. Planning is not counted: it is not repeated. */
export async function buffersOf(pool: Pool, statements: readonly Statement[]): Promise<number> {
  const plans = await plansOf(pool, statements);
  return plans.reduce(
    (sum, plan) =>
      sum +
      plan["Shared Hit Blocks"] +
      plan["Shared Read Blocks"] +
      plan["Temp Read Blocks"] +
      plan["Temp Written Blocks"],
    0,
  );
}

/** Tables that statements read from end to end although any index would be preferred: no index serves what they ask. */
export async function tablesWithoutIndex(pool: Pool, statements: readonly Statement[]): Promise<string[]> {
  const plans = await plansOf(pool, statements, "set local enable_seqscan = off");
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return plans
    .flatMap(nodes)
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"] ?? "");
}

/** A statement's plan as PostgreSQL writes it for people, without its estimates; undefined where it has none. */
export async function planText(pool: Pool, statement: Statement): Promise<string | undefined> {
  if (!hasPlan(statement)) return undefined;
  const client = await pool.connect();
  try {
    await client.query("begin");
    return (await explain<string>(client, statement, "costs off, format text")).join("\n");
  } finally {
    await client.query("rollback");
    client.release();
  }
}
