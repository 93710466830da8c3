/** SQL of the rate limits' counts, beside what rate-limiter-flexible sends itself. */
import type { Pool } from "pg";

export async function deleteExpiredCounts(pool: Pool): Promise<void> {
  await pool.query("delete from rate_limits where expire < $1", [Date.now()]);
}
