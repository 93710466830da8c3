/** SQL of the rate limits' counters, besides that of rate-limiter-flexible. */
import type { Pool } from "pg";

export async function deleteExpiredCounts(pool: Pool): Promise<void> {
  await pool.query("delete from rate_limits where expire < $1", [Date.now()]);
}
