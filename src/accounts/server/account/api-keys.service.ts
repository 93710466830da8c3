/** A user's own API keys: making, listing and revoking them. */

import { type CreatedKey, type KeyView, MOST_KEYS, type NewKeyForm } from "#accounts/key-contract.ts";
import { KEY_SCOPES, keyMessages } from "#accounts/key-messages.ts";
import {
  countValidKeys,
  insertKey,
  revokeKeys,
  selectKeysOf,
} from "#accounts/server/api-keys/api-keys.queries.ts";
import { hashKey, makeKey, prefixOf } from "#accounts/server/api-keys/key-format.ts";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { isUuid, type SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import { requireOpen, requireOwner } from "#accounts/server/sessions/identity.service.ts";
import { requireActive } from "#accounts/server/users/users.service.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";

function toView(row: Awaited<ReturnType<typeof selectKeysOf>>[number]): KeyView {
  const { id, name, prefix, created_at, expires_at, last_used_at } = row;
  return {
    id,
    name,
    prefix,
    scopes: KEY_SCOPES.filter((scope) => row.scopes.includes(scope)),
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

export async function listKeys({ db }: Pick<Context, "db">, userId: string): Promise<KeyView[]> {
  return (await selectKeysOf(db, userId)).map(toView);
}

/**
 * Makes a key, and tells its owner by mail. The answer is the only place where the key is ever shown.
 * @param userAgent of the acting device, named in the mail
 * @throws AppError 400 `profanity`, 409 `too_many_keys`, 422 naming `password` when the login is old, 429
 */
export async function createKey(
  ctx: Context,
  viewer: SessionViewer,
  { name, scopes, expires_in_days: days, password }: NewKeyForm & { password?: string | undefined },
  userAgent: string | null,
): Promise<CreatedKey> {
  refuseProfanity({ name }, { name: keyMessages.nameProfane });
  await requireOwner(ctx, viewer, password, keyMessages.passwordNeeded);
  await ctx.rateLimits.consume("createKeyPerAccount", viewer.id);
  const key = makeKey();
  const granted = KEY_SCOPES.filter((scope) => scopes.includes(scope));
  const row = await inTransaction(ctx.db, async (trx) => {
    // By the strongest lock, so that two at once are counted one after the other.
    requireActive(await lockAccount(trx, viewer.id));
    await requireOpen(trx, viewer);
    if ((await countValidKeys(trx, viewer.id)) >= MOST_KEYS)
      throw new AppError(409, "too_many_keys", keyMessages.tooMany);
    const stored = {
      user_id: viewer.id,
      name,
      prefix: prefixOf(key),
      key_hash: hashKey(key),
      scopes: granted,
    };
    const inserted = await insertKey(trx, stored, days);
    const made = { name, scopes: granted, expiresAt: inserted.expires_at.toISOString() };
    const at = inserted.created_at.toISOString();
    await enqueueNotice(ctx, trx, viewer, { kind: "key-created", at, device: deviceName(userAgent), made });
    return inserted;
  });
  return { ...toView(row), key };
}

/** Revokes a key; it is refused at its next call. @throws AppError 404 when the user has no such key */
export async function revokeKey({ db }: Pick<Context, "db">, userId: string, id: string): Promise<void> {
  if (isUuid(id) && (await revokeKeys(db, userId, id)) > 0) return;
  throw new AppError(404, "key_not_found", keyMessages.notFound);
}
