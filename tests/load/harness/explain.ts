/** What statements touch, as the server that plans them says. */
import type { Pool } from "pg";
import type { Statement } from "./recorder.ts";

/** PostgreSQL may change from a plan for the values at hand to one for any values after so many runs. */
const RUNS_BEFORE_GENERIC = 6;

/** A parameter as SQL text; its statement's parameter gives it its type. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `'{${value.map((item) => JSON.stringify(String(item))).join(",")}}'`;
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

interface Plan {
  Plan: Record<
    "Shared Hit Blocks" | "Shared Read Blocks" | "Temp Read Blocks" | "Temp Written Blocks",
    number
  >;
}

/**
 * Buffers that statements touch, by EXPLAIN (ANALYZE, BUFFERS) of each as a prepared one that has run often, which is how the
 * site runs them. Planning is not counted: it is not repeated.
 */
export async function buffersOf(pool: Pool, statements: readonly Statement[]): Promise<number> {
  const client = await pool.connect();
  let sum = 0;
  try {
    for (const { text, values } of statements) {
      const values_ = values.length ? `(${values.map(literal).join(", ")})` : "";
      await client.query(`prepare measured as ${text}`);
      for (let run = 0; run < RUNS_BEFORE_GENERIC; run++) await client.query(`execute measured${values_}`);
      const { rows } = await client.query<{ "QUERY PLAN": Plan[] }>(
        `explain (analyze, buffers, timing off, format json) execute measured${values_}`,
      );
      await client.query("deallocate measured");
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      if (plan) {
        sum += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
        sum += plan["Temp Read Blocks"] + plan["Temp Written Blocks"];
      }
    }
    return sum;
  } finally {
    client.release();
  }
}
