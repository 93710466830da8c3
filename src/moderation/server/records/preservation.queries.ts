/** SQL of what is preserved for the authorities. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Case, Snapshot } from "#moderation/server/cases/cases.queries.ts";
import type { DB } from "#platform/database/schema.ts";

/**
 * Sets until when a locked case is preserved: months from the report or a person's decision about a crime against children
 * that counts; where keeping or restoring undoes that, as many days as one may appeal, and as long as an appeal waits.
 * @param account of the author, if it is there
 */
export async function updatePreserved(
  trx: Transaction<DB>,
  id: number,
  { months, days }: { months: number; days: number },
  account: object | undefined,
): Promise<void> {
  await sql`
    with counting as (
      select d.id, d.created_at, d.action in ('keep', 'restore') as ends from decisions d
      where d.case_id = ${id} and d.overturned_by is null and d.decided_as <> 'automatic' and (
        d.category = 'child' or d.ground = 'child'
        or exists (select from decisions undone where undone.overturned_by = d.id and undone.ground = 'child')
      )
    ), kept as (
      select max(until) as until from (
        select opened_at + make_interval(months => ${months}::int) as until from moderation_cases
        where id = ${id} and state = 'open' and (
          category = 'child'
          or exists (select from counting join appeals a on a.decision_id = counting.id where a.answered_by is null)
        )
        union all
        select created_at +
          case when ends then make_interval(days => ${days}::int) else make_interval(months => ${months}::int) end
        from counting
      ) times
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

/** Earlier states of the prompts of a preserved case's user, before changes and deletions, the newest first. */
export function selectPreservedPrompts(db: Kysely<DB>, caseId: number) {
  return db
    .selectFrom("preserved_prompts")
    .select(["prompt_id", "snapshot", "preserved_at"])
    .where("case_id", "=", caseId)
    .orderBy("id", "desc")
    .$narrowType<{ snapshot: Snapshot }>()
    .execute();
}

/**
 * Those pictures that are in a version of a case that still has its text, in a report that waits for its confirmation,
 * or among preserved ones: each with the case's prompt.
 */
export async function selectCasesWith(db: Kysely<DB>, hashes: string[]) {
  const { rows } = await sql<{ hash: string; prompt_id: number | null; is_preserved: boolean }>`
    select asked as hash, prompt_id, coalesce(preserved_until > now(), false) as is_preserved
    from unnest(${hashes}::text[]) asked join moderation_cases
      on jsonb_path_query_array('[]'::jsonb || snapshot || earlier, '$[*].image.image_hash') @> to_jsonb(asked)
    union all
    select r.snapshot -> 'image' ->> 'image_hash', c.prompt_id, false
    from reports r join moderation_cases c on c.id = r.case_id
    where r.snapshot is not null and r.snapshot -> 'image' ->> 'image_hash' = any(${hashes}::text[])
    union all
    select p.snapshot -> 'image' ->> 'image_hash', null, true
    from preserved_prompts p join moderation_cases c on c.id = p.case_id
    where c.preserved_until > now() and p.snapshot -> 'image' ->> 'image_hash' = any(${hashes}::text[])
  `.execute(db);
  return rows;
}

/**
 * Ends what has been preserved for long enough: accounts go here, texts as all others, pictures with the next sweep, and prompts by
 * {@link deletePreservedPrompts}.
 */
export async function endPreservation(db: Kysely<DB>): Promise<void> {
  await sql`
    update moderation_cases set preserved_until = null, preserved_account = null where preserved_until <= now()
  `.execute(db);
}

/** Deletes earlier states of prompts that are preserved no longer. @returns how many, at most `most` */
export async function deletePreservedPrompts(db: Kysely<DB>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from preserved_prompts where id in (
      select p.id from preserved_prompts p join moderation_cases c on c.id = p.case_id
      where c.preserved_until is null limit ${most}
    )
  `.execute(db);
  return Number(numAffectedRows);
}
