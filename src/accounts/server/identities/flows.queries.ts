/** SQL of sign-ins by issuers under way. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB, IssuerFlows } from "#platform/database/schema.ts";

/** A flow whose answer names a person. */
export type AnsweredFlow = Selectable<IssuerFlows> & { subject: string; email: string };

export interface NewFlow {
  issuer: string;
  codeChallenge: string;
  returnPath: string;
  /** Who links the issuer; undefined for signing in. */
  linking: { id: string; sessionId: string } | undefined;
}

export async function insertFlow(db: Kysely<DB>, flow: NewFlow): Promise<string> {
  const { issuer, codeChallenge, returnPath, linking } = flow;
  const row = await db
    .insertInto("issuer_flows")
    .values({
      issuer,
      code_challenge: codeChallenge,
      return_path: returnPath,
      user_id: linking?.id,
      session_id: linking?.sessionId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const IS_LIVE = sql<boolean>`expires_at > now()`;

/** Takes the one answer that a flow has. @returns undefined when it is over, or was answered */
export async function takeAnswer(db: Kysely<DB>, id: string) {
  return db
    .updateTable("issuer_flows")
    .set({ answered_at: sql`now()` })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .where(IS_LIVE)
    .returning(["issuer", "return_path"])
    .executeTakeFirst();
}

/** Notes whom the answer names: its code, which stands in an address for a moment, is good for five minutes. */
export async function updatePerson(
  db: Kysely<DB>,
  id: string,
  person: { subject: string; email: string; name: string | null },
): Promise<void> {
  await db
    .updateTable("issuer_flows")
    .set({ ...person, expires_at: sql`now() + interval '5 minutes'` })
    .where("id", "=", id)
    .execute();
}

/** Once the browser that began has shown its secret, there is half an hour from the answer on to go on. */
export async function prolongFlow(db: Kysely<DB>, id: string): Promise<void> {
  await db
    .updateTable("issuer_flows")
    .set({ expires_at: sql`answered_at + interval '30 minutes'` })
    .where("id", "=", id)
    .execute();
}

export async function selectAnswered(db: Kysely<DB>, id: string): Promise<AnsweredFlow | undefined> {
  const row = await db
    .selectFrom("issuer_flows")
    .where("id", "=", id)
    .where("subject", "is not", null)
    .where(IS_LIVE)
    .selectAll()
    .executeTakeFirst();
  return row as AnsweredFlow | undefined;
}

/** Ends a flow. @returns false when another call was faster */
export async function deleteFlow(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("issuer_flows").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteExpiredFlows(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("issuer_flows").where("expires_at", "<", sql<Date>`now()`).execute();
}
