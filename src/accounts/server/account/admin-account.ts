/** The admin's account: created at the first start, opened by password or by a single-use link. */
import type { Transaction } from "kysely";
import { selectRecoveryToken } from "#accounts/server/mails/one-time-tokens.queries.ts";
import { createToken, hashToken, mailedLink, tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { hashPassword } from "#accounts/server/passwords/password-hash.ts";
import { passwordWeakness } from "#accounts/server/passwords/password-rules.ts";
import {
  isNameHeldByOthers,
  lockAddress,
  selectUserByEmail,
  updateUser,
} from "#accounts/server/users/users.queries.ts";
import { type Config, ConfigError } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { createUser } from "./accounts.service.ts";

/** Life of the link, in milliseconds. */
const LINK_MS = 24 * 60 * 60 * 1000;
/** Initial username of the admin. */
const ADMIN_NAME = "admin";

/**
 * Checks the configuration before anything starts.
 * @throws ConfigError when ADMIN_PASSWORD is weak
 */
export function checkAdminPassword({
  adminPassword,
  adminEmail: email,
}: Pick<Config, "adminPassword" | "adminEmail">): void {
  const weakness =
    adminPassword === undefined ? null : passwordWeakness(adminPassword, { username: ADMIN_NAME, email });
  if (weakness) throw new ConfigError(`Configuration is wrong:\n  ADMIN_PASSWORD: ${weakness.message}`);
}

/**
 * Creates the account of ADMIN_EMAIL if missing, and sets ADMIN_PASSWORD if it has no password.
 * @returns a link to set a password, if it has none
 */
export async function ensureAdminAccount(ctx: Context): Promise<string | undefined> {
  const { adminPassword } = ctx.config;
  return inTransaction(ctx.db, async (trx) => {
    const { id, hasPassword } = await findOrCreate(ctx, trx);
    if (hasPassword) return undefined;
    if (adminPassword === undefined) return makeLink(ctx, trx, id);
    await updateUser(trx, id, { passwordHash: await hashPassword(adminPassword, id) });
    return undefined;
  });
}

/** A link for the admin to set a new password. The same link is returned for half of its life, then a new one. */
export async function createAdminLink(ctx: Context): Promise<string> {
  return inTransaction(ctx.db, async (trx) => makeLink(ctx, trx, (await findOrCreate(ctx, trx)).id));
}

async function findOrCreate(ctx: Context, trx: Transaction<DB>) {
  const email = ctx.config.adminEmail;
  await lockAddress(trx, email);
  const existing = await selectUserByEmail(trx, email);
  if (existing) return { id: existing.id, hasPassword: existing.password_hash !== null };
  const username = await freeName(trx, email);
  const id = (await createUser(trx, { email, username, passwordHash: null })) as string;
  return { id, hasPassword: false };
}

/** `admin`, or the first free one of `admin2`, `admin3`, … */
async function freeName(trx: Transaction<DB>, email: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? ADMIN_NAME : `${ADMIN_NAME}${number}`;
    if (!(await isNameHeldByOthers(trx, name, email))) return name;
  }
}

async function makeLink(ctx: Context, trx: Transaction<DB>, userId: string): Promise<string> {
  // A recovery token that is good for 12 more hours can only be one of these: those of mails expire sooner.
  const known = await selectRecoveryToken(trx, userId, new Date(Date.now() + LINK_MS / 2));
  // With another SECRET_KEY, as after a restore, its token cannot be derived again.
  const isOurs = known?.token_hash.equals(hashToken(tokenOf(ctx, known.id)));
  const tokenId =
    known && isOurs
      ? known.id
      : await createToken(ctx, trx, { userId, isMailed: false }, new Date(Date.now() + LINK_MS));
  return mailedLink(ctx.config.publicUrl, "recovery", tokenOf(ctx, tokenId));
}
