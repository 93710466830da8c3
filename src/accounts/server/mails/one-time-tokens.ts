/**
 * Tokens that mails carry. A token is derived from SECRET_KEY and its row's id, and the row keeps only a hash: neither
 * tables nor job payloads nor backups hold one that could be used.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { insertToken, type TokenOwner } from "./one-time-tokens.queries.ts";

/** The token of a row, as it stands in the link: 43 characters of base64url. */
export function tokenOf(ctx: Context, rowId: string): string {
  return ctx.secrets.mac("one-time token", rowId).toString("base64url");
}

/** What a token is for: a confirmation makes a person of a sign-up, a recovery lets a person set a new password. */
export type TokenKind = "confirmation" | "recovery";

/**
 * The page that a token is mailed with; it asks before it spends it.
 * @param site origin of the site
 */
export function mailedLink(site: string, kind: TokenKind, token: string): string {
  return kind === "recovery"
    ? `${site}/reset-password?token_hash=${token}&type=recovery`
    : `${site}/verify-email?token_hash=${token}&type=email`;
}

/** What is stored of a token. Its 256 random-looking bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Makes a token. @returns its row's id */
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
