/** Confirmed people with an open session, made directly in the database: personas of tests that are not about signing up. */
import { hashPassword } from "#accounts/server/passwords/password-hash.ts";
import { openSession } from "#accounts/server/sessions/sessions.service.ts";
import { createUser as insertPerson } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";

/** The password of every person who was not given another. */
export const PASSWORD = "jabuticaba-azul-42";

export interface TestUser {
  id: string;
  username: string;
  email: string;
  password: string;
  /** Access token of their session, for `Authorization: Bearer`. */
  token: string;
  refreshToken: string;
}

const hashes = new Map<string, Promise<string>>();
let made = 0;

/** One hash per password is enough for all who share it. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

/**
 * @param options.email made up unless given; `ctx.config.adminEmail` makes the admin
 * @example
 * const ana = await createUser(site.ctx, { username: "Ana" });
 */
export async function createUser(
  ctx: Context,
  { username, email, password = PASSWORD }: { username?: string; email?: string; password?: string } = {},
): Promise<TestUser> {
  made += 1;
  const person = { username: username ?? `Pessoa ${made}`, email: email ?? `pessoa${made}@exemplo.com.br` };
  const passwordHash = await hashOnce(password);
  const id = await ctx.db.transaction().execute((trx) => insertPerson(trx, { ...person, passwordHash }));
  if (!id) throw new Error(`${person.email} already has an account`);
  const device = { ip: "127.0.0.1", userAgent: "tests" };
  const session = await ctx.db.transaction().execute((trx) => openSession(ctx, trx, id, "password", device));
  return { id, ...person, password, token: session.access_token, refreshToken: session.refresh_token };
}
