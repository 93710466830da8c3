/** SQL of removals that can be undone. */
import { type Kysely, type SqlBool, sql } from "kysely";
import { countRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

/** Removals of accounts, and of all that blocked ones have published, that can be undone. */
export async function selectRemovalsOf(db: Kysely<DB>, userIds: string[]) {
  return removals(db)
    .where(sql<SqlBool>`reported_user_id = any(${userIds}::uuid[])`)
    .select(["reported_user_id as user_id", "case_id", "delete_at"])
    .orderBy("delete_at", "desc")
    .$narrowType<{ case_id: number; delete_at: Date }>()
    .execute();
}

/** A page of the removed prompts that can be restored, the next to be deleted first. */
export async function selectRemovedPrompts(
  db: Kysely<DB>,
  { limit, offset }: { limit: number; offset: number },
) {
  return removals(db)
    .where("prompt_id", "is not", null)
    .select(["prompt_id", "case_id", "delete_at"])
    .orderBy("delete_at")
    .orderBy("decision_id")
    .limit(limit)
    .offset(offset)
    .$narrowType<{ case_id: number; delete_at: Date }>()
    .execute();
}

export const countRemovedPrompts = (db: Kysely<DB>) =>
  countRows(removals(db).where("prompt_id", "is not", null));

const removals = (db: Kysely<DB>) => db.selectFrom("restrictions").where("delete_at", "is not", null);
