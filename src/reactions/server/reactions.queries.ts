/** SQL of likes and favourites: one row per user and prompt; a trigger updates the like count in the same statement. */
import { CompiledQuery, type Kysely } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export type ReactionTable = "likes" | "favorites";

/** The requested state: a reaction, none, or (undefined) the opposite of the current state. */
export interface PendingReaction {
  userId: string;
  wanted: boolean | undefined;
}

export interface Reacted {
  is_blocked: boolean;
  /** Whether a reaction was removed. If not, a requested one exists now, unless the user is blocked. */
  removed: boolean;
}

/**
 * Writes reactions to one prompt in one statement, which locks the row of its count once for all. It locks users as the
 * foreign key would. A user whose row is locked, because of a block or deletion in progress, is skipped in a batch, so that
 * others do not wait, and waited for when alone.
 * @param reactions at most one per user
 * @returns outcomes by user; users who do not exist or were skipped are absent
 */
export async function writeReactions(
  db: Kysely<DB>,
  table: ReactionTable,
  promptId: number,
  reactions: readonly PendingReaction[],
): Promise<Map<string, Reacted>> {
  const people = reactions.map((wish) => wish.userId);
  const wanted = reactions.map((wish) => wish.wanted ?? null);
  const statement = reactions.length > 1 ? reacting(table, "skip locked") : reacting(table, "");
  const { rows } = await db.executeQuery<Reacted & { id: string }>(
    CompiledQuery.raw(statement, [people, wanted, promptId]),
  );
  return new Map(rows.map(({ id, ...reacted }) => [id, reacted]));
}

const reacting = (table: ReactionTable, patience: "skip locked" | "") => `
    with person as (
        select users.id, users.is_blocked, asked.wanted
        from unnest($1::uuid[], $2::boolean[]) as asked (id, wanted) join users using (id)
        order by users.id for key share of users ${patience}
      ),
      removed as (
        delete from ${table} using person
        where ${table}.user_id = person.id and ${table}.prompt_id = $3::bigint
          and person.wanted is not true
        returning person.id
      ),
      added as (
        insert into ${table} (user_id, prompt_id)
        select id, $3::bigint from person
        where not is_blocked and wanted is not false and id not in (select id from removed)
        order by id
        on conflict do nothing
      )
    select id, is_blocked, id in (select id from removed) as removed from person`;
