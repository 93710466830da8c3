/**
 * One-time tokens in mails. A token is derived from SECRET_KEY and its row's id, and the row stores only a hash: neither
 * tables nor job payloads nor backups contain a usable token.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { insertToken, type TokenOwner } from "./one-time-tokens.queries.ts";

/** The token of a row, as in the link: 43 characters of base64url. */
export function tokenOf(ctx: Context, rowId: string): string {
  return ctx.secrets.mac("one-time token", rowId).toString("base64url");
}

/** Purpose of a token: a confirmation turns a sign-up into a user, a recovery lets a user set a new password. */
export type TokenKind = "confirmation" | "recovery";

/**
 * URL of the page for a token; the page asks before it spends the token.
 * @param site origin of the site
 */
export function mailedLink(site: string, kind: TokenKind, token: string): string {
  return kind === "recovery"
    ? `${site}/reset-password?token_hash=${token}&type=recovery`
    : `${site}/verify-email?token_hash=${token}&type=email`;
}

/** The stored hash of a token; 256 unpredictable bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Creates a token. @returns its row's id */
export async function createToken(
  ctx: Context,
  db: Kysely<DB>,
  owner: TokenOwner,
  expiresAt: Date,
): Promise<string> {
  const id = randomUUID();
  await insertToken(db, { id, owner, hash: hashToken(tokenOf(ctx, id)), expiresAt });
  return id;
}
