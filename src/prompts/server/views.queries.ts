/** SQL of views: recent visits, and the count of each prompt. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** @param counted prompt ids, each once, with the number of views to add */
export async function addViews(db: Kysely<DB>, counted: [id: number, n: number][]): Promise<void> {
  const ids = counted.map(([id]) => id);
  await sql`
    with locked as (
      select prompt_id from prompt_stats where prompt_id = any(${ids}::bigint[]) order by prompt_id for no key update
    )
    update prompt_stats set views = views + counted.n
    from locked join unnest(${ids}::bigint[], ${counted.map(([, n]) => n)}::int[]) as counted (id, n) on id = locked.prompt_id
    where prompt_stats.prompt_id = locked.prompt_id
  `.execute(db);
}

/**
 * Records a visit, unless the visitor published the prompt.
 * @param visitor.hash identifies the visitor
 * @param visitor.counts false for robots
 * @returns undefined when the prompt does not exist; otherwise whether the view counts (none within half an hour)
 */
export async function insertVisit(
  db: Kysely<DB>,
  promptId: number,
  visitor: { hash: Buffer; counts: boolean; userId: string | null },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ known: boolean; is_new: boolean }>`
    with prompt as (select id, user_id from prompts where id = ${promptId} and hidden_at is null),
    visit as (
      insert into recent_views (prompt_id, visitor)
      select id, ${visitor.hash} from prompt
      where ${visitor.counts} and user_id is distinct from ${visitor.userId}::uuid
      on conflict (prompt_id, visitor) do update set viewed_at = now()
        where recent_views.viewed_at < now() - interval '30 minutes'
      returning 1
    )
    select exists (select from prompt) as known, exists (select from visit) as is_new
  `.execute(db);
  return rows[0]?.known ? rows[0].is_new : undefined;
}

/** Deletes expired visits. */
export async function deleteOldVisits(db: Kysely<DB>): Promise<void> {
  await sql`delete from recent_views where viewed_at < now() - interval '30 minutes'`.execute(db);
}
