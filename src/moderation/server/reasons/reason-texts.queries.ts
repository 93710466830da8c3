/** SQL of the texts with which reasons begin. */
import type { Kysely } from "kysely";
import type { ReasonTextRequest } from "#moderation/cases-contract.ts";
import type { Category } from "#moderation/contract.ts";
import { countRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

/** Those for all cases first, then by category and title. A hundred at most. */
export function selectReasonTexts(db: Kysely<DB>) {
  return db
    .selectFrom("reason_texts")
    .selectAll()
    .orderBy("category", (order) => order.asc().nullsFirst())
    .orderBy("title")
    .orderBy("id")
    .$narrowType<{ category: Category | null }>()
    .execute();
}

export const countReasonTexts = (db: Kysely<DB>) => countRows(db.selectFrom("reason_texts"));

export function insertReasonText(db: Kysely<DB>, text: ReasonTextRequest) {
  return db
    .insertInto("reason_texts")
    .values(text)
    .returningAll()
    .$narrowType<{ category: Category | null }>()
    .executeTakeFirstOrThrow();
}

/** @returns undefined when there is no such text */
export function updateReasonText(db: Kysely<DB>, id: number, text: ReasonTextRequest) {
  return db
    .updateTable("reason_texts")
    .set(text)
    .where("id", "=", id)
    .returningAll()
    .$narrowType<{ category: Category | null }>()
    .executeTakeFirst();
}

export async function deleteReasonText(db: Kysely<DB>, id: number): Promise<void> {
  await db.deleteFrom("reason_texts").where("id", "=", id).execute();
}
