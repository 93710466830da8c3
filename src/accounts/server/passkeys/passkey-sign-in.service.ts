/** Sign-in with a passkey, which has the rules of one with a password. Whatever is wrong is refused in the same words. */
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { Assertion } from "#accounts/passkey-contract.ts";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import type { Device } from "#accounts/server/devices/device.ts";
import { isKnownDevice } from "#accounts/server/devices/known-devices.service.ts";
import { inTransactionWithNotice } from "#accounts/server/mails/security-notices.ts";
import { deleteSessionsByPasskey } from "#accounts/server/sessions/sessions.queries.ts";
import { openSession, type SessionView } from "#accounts/server/sessions/sessions.service.ts";
import { lockUser } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { readChallenge } from "./challenges.ts";
import { insertSpentChallenge, selectCounter, selectCredential, updateUse } from "./passkeys.queries.ts";
import { rpOf } from "./passkeys.service.ts";

const refused = (code = "passkey_refused") => new AppError(400, code, passkeyMessages.refused);

/** Whether the key was copied: of authenticators that count, each signature counts more than the one before. */
export const isCopied = (before: number, now: number) => (before > 0 || now > 0) && now <= before;

/** What the signature proves; undefined unless a verified person has signed the challenge, on this site, with this key. */
async function verified(ctx: Context, { challenge_id, credential }: Assertion, publicKey: Buffer) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge_id,
      ...rpOf(ctx),
      // The counter is compared where its user is locked.
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a session of the second level.
 * @param onAccount is told whose key was tried, also when it is refused
 * @throws AppError 400 `passkey_refused`, `passkey_expired`, `passkey_copied`; with a right signature `user_banned`; 429
 */
export async function signInWithPasskey(
  ctx: Context,
  answer: Assertion,
  device: Device,
  onAccount: (email: string) => void,
): Promise<SessionView> {
  await ctx.rateLimits.consume("passkeyPerAddress", device.ip);
  const end = readChallenge(ctx, "sign in", answer.challenge_id);
  if (!end) throw new AppError(400, "passkey_expired", passkeyMessages.expired);
  const row = await selectCredential(ctx.db, answer.credential.id);
  if (row) onAccount(row.email);
  const info = row && (await verified(ctx, answer, row.public_key));
  if (!info) throw refused();
  if (row.is_blocked) throw new AppError(400, "user_banned", "User is banned");

  const user = { id: row.user_id, email: row.email, username: row.username };
  const { userAgent } = device;
  const isNews = !(await isKnownDevice(ctx.db, user.id, device.proof));
  const news = isNews ? ({ kind: "passkey-used", user, userAgent } as const) : undefined;
  const opened = await inTransactionWithNotice(ctx, news, async (trx) => {
    const owner = await lockUser(trx, user.id);
    // It may have been removed meanwhile.
    const passkey = owner && (await selectCounter(trx, row.id));
    if (!passkey) throw refused();
    if (!(await insertSpentChallenge(trx, Buffer.from(answer.challenge_id, "base64url"), end)))
      throw new AppError(400, "passkey_expired", passkeyMessages.expired);
    if (isCopied(passkey.counter, info.newCounter)) throw refused("passkey_copied");
    await updateUse(trx, row.id, { counter: info.newCounter, backed_up: info.credentialBackedUp });
    return openSession(ctx, trx, user.id, "passkey", device, row.id);
  }).catch(async (error) => {
    // Its owner has to know, and what the copy may have opened ends; nothing else of this is kept.
    if (error instanceof AppError && error.code === "passkey_copied")
      await inTransactionWithNotice(ctx, { kind: "passkey-copied", user, userAgent }, (trx) =>
        deleteSessionsByPasskey(trx, user.id, row.id),
      );
    throw error;
  });
  return opened;
}
