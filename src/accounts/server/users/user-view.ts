/** A user in the wire format of the sign-in service (wire contract). */
import type { Context } from "#platform/context.ts";

export type UserView = ReturnType<typeof userView>;

/** A user's data, confirmed or not; times of events that have not happened are null. */
export interface UserRow {
  id: string;
  email: string;
  username: string;
  /** The client's metadata, without the server's keys. */
  metadata: Record<string, unknown>;
  email_confirmed_at: Date | null;
  confirmation_sent_at?: Date;
  recovery_sent_at?: Date | null;
  last_sign_in_at?: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Absent while it is a sign-up, which has one. */
  has_password?: boolean;
  linked?: LinkedRow[];
}

/** A linked issuer, as the database writes it in JSON. */
export interface LinkedRow {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  created_at: string;
  last_used_at: string;
}

/** Keys of `user_metadata` that only the server sets. */
export const RESERVED_METADATA = ["sub", "email", "email_verified", "phone_verified", "username"] as const;

/** An identity's id, stable and derived from the user's (RFC 9562, version 8). */
function identityId(ctx: Context, userId: string): string {
  const bytes = ctx.secrets.mac("identity id", userId).subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Times as text; unset ones are omitted, never null. */
function times(row: Record<string, Date | null | undefined>): Record<string, string> {
  const entries = Object.entries(row).filter((entry): entry is [string, Date] => entry[1] instanceof Date);
  return Object.fromEntries(entries.map(([key, time]) => [key, time.toISOString()]));
}

/** The user object of `GET /user`, sessions and sign-ups. */
export function userView(ctx: Context, row: UserRow) {
  const facts = {
    sub: row.id,
    email: row.email,
    email_verified: row.email_confirmed_at !== null,
    phone_verified: false,
    username: row.username,
  };
  const user_metadata: Record<string, unknown> = { ...row.metadata, ...facts };
  const life = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
  const byEmail = {
    identity_id: identityId(ctx, row.id),
    id: row.id,
    user_id: row.id,
    identity_data: facts,
    provider: "email",
    ...times({ last_sign_in_at: row.last_sign_in_at }),
    ...life,
    email: row.email,
  };
  const linked = (row.linked ?? []).flatMap((one) => linkedView(ctx, row.id, one));
  // By links alone, as a new admin signs in, is by e-mail too.
  const identities = row.has_password === false && linked.length ? linked : [byEmail, ...linked];
  return {
    id: row.id,
    aud: "authenticated",
    role: "authenticated",
    email: row.email,
    phone: "",
    ...times({
      email_confirmed_at: row.email_confirmed_at,
      confirmed_at: row.email_confirmed_at,
      confirmation_sent_at: row.confirmation_sent_at,
      recovery_sent_at: row.recovery_sent_at,
      last_sign_in_at: row.last_sign_in_at,
    }),
    app_metadata: appMetadata(
      identities.map(({ provider }) => provider),
      row.email_confirmed_at !== null && row.email === ctx.config.adminEmail,
    ),
    user_metadata,
    identities,
    ...life,
    is_anonymous: false,
  };
}

/** A linked issuer, if the site offers it. */
function linkedView(ctx: Context, userId: string, { id, subject, email, ...linked }: LinkedRow) {
  const site = ctx.config.issuers.find(({ url }) => url === linked.issuer);
  if (!site) return [];
  const at = (time: string) => new Date(time).toISOString();
  return {
    identity_id: id,
    id: subject,
    user_id: userId,
    identity_data: { sub: subject, email, email_verified: true, phone_verified: false },
    provider: site.provider,
    last_sign_in_at: at(linked.last_used_at),
    created_at: at(linked.created_at),
    updated_at: at(linked.last_used_at),
    email,
  };
}

/** The role only decides which links the browser shows; the server never relies on it. */
function appMetadata(providers: string[], isAdmin: boolean) {
  return { provider: providers[0] ?? "email", providers, ...(isAdmin && { role: "admin" }) };
}
