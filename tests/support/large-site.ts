/** Makes a small site behave like a large one. */
import pg from "pg";
import { inject } from "vitest";
import type { TestApp } from "./app.ts";

/**
 * Statistics and totals of a hundred times as many prompts: searches then rely on estimates. A site of that size would take a
 * test minutes to make.
 */
export async function pretendHundredfold({ ctx }: TestApp): Promise<void> {
  const admin = new pg.Client({ ...inject("postgres").admin, database: ctx.pool.options.database });
  await admin.connect();
  await admin.query(`
    update prompt_counts set prompts_count = prompts_count * 100 where true;
    analyze prompts;
    update pg_class set reltuples = reltuples * 100 where oid = 'prompts'::regclass`);
  await admin.end();
  ctx.responseCache.clear();
}
