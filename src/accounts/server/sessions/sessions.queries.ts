/** SQL of sessions. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB, Sessions, Users } from "#platform/database/schema.ts";
import type { Rotation } from "./refresh-rotation.ts";

/** `session_id` is null when the session has ended. */
type ViewerRow = Pick<Selectable<Users>, "id" | "email" | "username" | "is_blocked"> & {
  session_id: string | null;
  by_passkey: boolean;
  by_issuer: boolean;
};

/**
 * The user of a token and whether its session is open. Runs at every signed-in call.
 * @param fromReplica whether a replica that has the session will do while the primary is away
 */
export async function selectViewer(
  reads: BatchedReads,
  userId: string,
  sessionId: string,
  fromReplica: boolean,
): Promise<ViewerRow | undefined> {
  const [row] = await reads.ask<ViewerRow>({
    name: "viewer",
    text: `select u.id, u.email, u.username, u.is_blocked, s.id as session_id, s.passkey_id is not null as by_passkey,
        s.auth_method = 'oauth' as by_issuer
      from users u left join sessions s on s.id = $2 and s.user_id = u.id
      where u.id = $1`,
    values: [userId, sessionId],
    // A session that is missing there may be new.
    ...(fromReplica && { acceptsReplica: ([row]: ViewerRow[]) => row?.session_id != null }),
  });
  return row;
}

/** @returns the session's start */
export async function insertSession(db: Kysely<DB>, session: Insertable<Sessions>): Promise<Date> {
  const row = await db
    .insertInto("sessions")
    .values(session)
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return row.created_at;
}

/** A session with its user, locked until the transaction ends, so that its refreshes run one at a time. */
export async function selectSessionForRefresh(trx: Transaction<DB>, sessionId: string) {
  return trx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("sessions.id", "=", sessionId)
    .select([
      "sessions.user_id",
      "sessions.refresh_key",
      "sessions.refresh_counter",
      "sessions.refresh_spent",
      "sessions.refresh_first",
      "sessions.auth_method",
      "sessions.passkey_id",
      "sessions.created_at",
      "users.is_blocked",
      "users.email",
      sql<boolean>`sessions.auth_method = 'oauth'`.as("by_issuer"),
      sql<number>`extract(epoch from now() - sessions.refreshed_at)::float8`.as("seconds_since_refresh"),
    ])
    .forUpdate("sessions")
    .executeTakeFirst();
}

export async function updateRotation(
  db: Kysely<DB>,
  sessionId: string,
  { newest, spent, first }: Rotation,
  device: { userAgent: string | null; ip: string },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({
      refresh_counter: newest,
      refresh_spent: spent,
      refresh_first: first,
      refreshed_at: sql`now()`,
      user_agent: device.userAgent,
      ip: device.ip,
    })
    .where("id", "=", sessionId)
    .execute();
}

/** How and when a session was opened. */
export async function selectSessionOrigin(
  db: Kysely<DB>,
  sessionId: string,
): Promise<{ authMethod: string; ageSeconds: number } | undefined> {
  return db
    .selectFrom("sessions")
    .where("id", "=", sessionId)
    .select([
      "auth_method as authMethod",
      sql<number>`extract(epoch from now() - created_at)::float8`.as("ageSeconds"),
    ])
    .executeTakeFirst();
}

/**
 * A user's sessions, most recently used first, `first` before all others.
 * @param limit maximum number of sessions
 */
export async function selectSessionsOf(db: Kysely<DB>, userId: string, first: string, limit: number) {
  return db
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .select(["id", "user_agent", "ip", "auth_method", "created_at", "refreshed_at"])
    .orderBy(sql`id = ${first}`, "desc")
    .orderBy("refreshed_at", "desc")
    .limit(limit)
    .execute();
}

/** Ends one session of a user and forgets its device. @returns false when the user has no such session */
export async function deleteOwnSession(db: Kysely<DB>, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .with("forgotten", (query) =>
      query.deleteFrom("known_devices").where("user_id", "=", userId).where("session_id", "=", sessionId),
    )
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteSession(db: Kysely<DB>, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

/** Ends the sessions that a user's passkey opened, and forgets their devices. @param keep a session that stays */
export async function deleteSessionsByPasskey(
  db: Kysely<DB>,
  userId: string,
  passkeyId: string,
  keep: string | null = null,
): Promise<void> {
  await sql`
    with ended as (
      delete from sessions
      where user_id = ${userId} and passkey_id = ${passkeyId} and id is distinct from ${keep}::uuid
      returning id
    )
    delete from known_devices where user_id = ${userId} and session_id in (select id from ended)`.execute(db);
}

/**
 * Ends a user's sessions and forgets their devices.
 * @param keep the session to keep, if any
 * @param device the session whose device stays known
 * @param sparesPasskeys whether sessions that a passkey opened go on
 * @returns the number of ended sessions
 */
export async function deleteSessionsOf(
  db: Kysely<DB>,
  userId: string,
  {
    keep,
    device = keep,
    sparesPasskeys = false,
  }: { keep?: string | undefined; device?: string | undefined; sparesPasskeys?: boolean } = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .with("forgotten", (query) => {
      const devices = query.deleteFrom("known_devices").where("user_id", "=", userId);
      return device ? devices.where("session_id", "!=", device) : devices;
    })
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(keep !== undefined, (query) => query.where("id", "!=", keep as string))
    .$if(sparesPasskeys, (query) => query.where("passkey_id", "is", null))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Sessions end after 90 days without a refresh. */
export async function deleteIdleSessions(db: Kysely<DB>): Promise<void> {
  const limit = sql<Date>`now() - interval '90 days'`;
  await db.deleteFrom("sessions").where("refreshed_at", "<", limit).execute();
}
