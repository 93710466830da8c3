/** Whether a session opens what is the admin's and the moderators'. */
import type { Kysely } from "kysely";
import type { StaffGate } from "#accounts/passkey-contract.ts";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { selectWhetherPasskeys } from "./passkeys.queries.ts";

/** Tells whether a user moderates: a later room knows. */
export type Moderates = (db: Kysely<DB>, userId: string) => Promise<boolean>;

export const passkeyRequired = (message: string = passkeyMessages.required) =>
  new AppError(403, "passkey_required", message);

/** The gate for a user who is admin or moderator. */
export async function staffGate(
  { db, config }: Pick<Context, "db" | "config">,
  { id, byPasskey }: Pick<Viewer, "id" | "byPasskey">,
): Promise<StaffGate> {
  if (byPasskey) return "open";
  const { has, had } = await selectWhetherPasskeys(db, id);
  if (has) return "use";
  // Losing the keys is no way back to a password alone.
  return config.requirePasskey || had ? "make" : "advised";
}

/** Whether a session of staff is of the first level, while they have a passkey: it must not end what that has opened. */
export async function isBelowOwnLevel(
  { db }: Pick<Context, "db">,
  { id, isAdmin, byPasskey }: Pick<Viewer, "id" | "isAdmin" | "byPasskey">,
  moderates: Moderates,
): Promise<boolean> {
  if (byPasskey || !(isAdmin || (await moderates(db, id)))) return false;
  return (await selectWhetherPasskeys(db, id)).has;
}

/**
 * Requires the session of an admin or moderator to be opened by a passkey, if the account has one or the operator demands it.
 * @throws AppError 403 `passkey_required` or `passkey_missing`
 */
export async function requireStaffGate(
  ctx: Pick<Context, "db" | "config">,
  viewer: Pick<Viewer, "id" | "byPasskey">,
): Promise<void> {
  const gate = await staffGate(ctx, viewer);
  if (gate === "use") throw passkeyRequired();
  if (gate === "make") throw new AppError(403, "passkey_missing", passkeyMessages.missing);
}

/** Whether what binds members does not bind the caller: the admin, in a session that may act as such. */
export async function isExempt(
  ctx: Pick<Context, "db" | "config">,
  viewer: Pick<Viewer, "id" | "isAdmin" | "byPasskey">,
): Promise<boolean> {
  return viewer.isAdmin && ["open", "advised"].includes(await staffGate(ctx, viewer));
}
