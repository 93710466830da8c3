/** SQL of what is preserved for the authorities. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { Case } from "./cases.queries.ts";

/**
 * Sets until when a locked case is preserved: months from the report or a person's decision about a crime against children
 * that counts, which keeping and restoring undo.
 * @param account of the author, if it is there
 */
export async function updatePreserved(
  trx: Transaction<DB>,
  id: number,
  months: number,
  account: object | undefined,
): Promise<void> {
  await sql`
    with kept as (
      select max(at) + make_interval(months => ${months}::int) as until from (
        select opened_at as at from moderation_cases
        where id = ${id} and state = 'open' and category = 'child'
        union all
        select created_at from decisions
        where case_id = ${id} and overturned_by is null and action not in ('keep', 'restore') and decided_as <> 'automatic'
          and (category = 'child' or ground = 'child')
      ) counting
    )
    update moderation_cases set preserved_until = kept.until,
      preserved_account = case when kept.until is not null
        then coalesce(${account ? JSON.stringify(account) : null}::jsonb, preserved_account) end
    from kept where id = ${id}
  `.execute(trx);
}

/** The preserved cases about a user and the user's prompts. */
export function selectPreservedOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("moderation_cases")
    .selectAll()
    .where("author_id", "=", userId)
    .where("preserved_until", ">", sql<Date>`now()`)
    .orderBy("id")
    .$castTo<Case & { preserved_until: Date }>()
    .execute();
}

/** Hashes of the pictures of all versions in preserved cases. */
export async function selectPreservedPictures(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select distinct reported -> 'image' ->> 'image_hash' as hash
    from moderation_cases, jsonb_array_elements(jsonb_build_array(snapshot) || earlier) versions(reported)
    where preserved_until > now() and reported -> 'image' ->> 'image_hash' is not null
  `.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Ends what has been preserved for long enough: accounts go here, texts as all others, pictures with the next sweep. */
export async function endPreservation(db: Kysely<DB>): Promise<void> {
  await sql`
    update moderation_cases set preserved_until = null, preserved_account = null where preserved_until <= now()
  `.execute(db);
}
