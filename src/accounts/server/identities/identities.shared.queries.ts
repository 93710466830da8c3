/** SQL of linked issuers that other rooms need. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A linked issuer of the site where this one was before. */
export interface MovedIdentity {
  user_id: string;
  issuer: string;
  subject: string;
  email: string;
  /** As PostgreSQL writes times. */
  created_at: string;
}

/** Adds identities as they were, but to the account of one address; those that are there already stay. @returns how many are new */
export async function insertMovedIdentities(
  trx: Kysely<DB>,
  rows: readonly MovedIdentity[],
  exceptEmail: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into identities (user_id, issuer, subject, email, created_at, last_used_at)
    select moved.user_id, moved.issuer, moved.subject, moved.email, moved.created_at, moved.created_at
    from json_to_recordset(${JSON.stringify(rows)})
      as moved (user_id uuid, issuer text, subject text, email text, created_at timestamptz)
      join users u on u.id = moved.user_id and u.email <> ${exceptEmail}
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}
