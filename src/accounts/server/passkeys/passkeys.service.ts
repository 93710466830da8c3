/** A user's own passkeys: making, naming and removing them (decision 68). */
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import type { Kysely, Transaction } from "kysely";
import {
  type ChallengeAnswer,
  MOST_PASSKEYS,
  type NewPasskey,
  type PasskeyList,
  type PasskeyView,
} from "#accounts/passkey-contract.ts";
import { firstWaits, passkeyMessages } from "#accounts/passkey-messages.ts";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { momentOf } from "#accounts/server/mails/notice-mails.ts";
import { firstPasskey } from "#accounts/server/mails/passkey-letters.ts";
import { inTransactionWithNotice } from "#accounts/server/mails/security-notices.ts";
import { isUuid, type SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import { requireOpen, requireOwner } from "#accounts/server/sessions/identity.service.ts";
import { requireActive } from "#accounts/server/users/users.service.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { keepsAWayIn } from "#accounts/server/users/ways-in.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import { linkOf, makeChallenge, markOf, readChallenge } from "./challenges.ts";
import {
  deletePasskey,
  insertPasskey,
  insertSpentChallenge,
  isSpent,
  noteHadPasskey,
  renamePasskey,
  selectEndOfFirstDay,
  selectPasskeysOf,
  selectReset,
} from "./passkeys.queries.ts";
import { type Moderates, passkeyRequired, staffGate } from "./staff-gate.ts";

/** Who changes their passkeys, and whether they are of the staff. */
export type Owner = SessionViewer & { isStaff: boolean; moderates: Moderates };

/** Ed25519, ES256 and RS256, of which every device has one. */
const ALGORITHMS = { supportedAlgorithmIDs: [-8, -7, -257] };

/** The site, as devices name it: passkeys of another address do not work here. */
export const rpOf = ({ config }: Pick<Context, "config">) => ({
  expectedOrigin: config.publicUrl,
  expectedRPID: new URL(config.publicUrl).hostname,
});

const invalid = (code: string, message: string) => new AppError(422, code, message);
const tooMany = () => new AppError(409, "too_many_passkeys", passkeyMessages.tooMany);
const notFound = () => new AppError(404, "passkey_not_found", passkeyMessages.notFound);

type Row = Pick<Awaited<ReturnType<typeof selectPasskeysOf>>[number], "id" | "name" | "backed_up"> & {
  created_at: Date;
  last_used_at: Date | null;
};

const toView = ({ id, name, backed_up, created_at, last_used_at }: Row): PasskeyView => ({
  id,
  name,
  synced: backed_up,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export async function listPasskeys(ctx: Context, owner: Owner): Promise<PasskeyList> {
  const [rows, reset, staff] = await Promise.all([
    selectPasskeysOf(ctx.db, owner.id),
    selectReset(ctx.db, owner.id),
    owner.isStaff ? staffGate(ctx, owner) : null,
  ]);
  return { passkeys: rows.map(toView), staff, reset_at: reset?.due_at.toISOString() ?? null };
}

/** By a session of the first level, staff change nothing once they have a passkey: a password alone must not make or remove one. */
function requireLevel(owner: Owner, hasPasskeys: boolean): void {
  if (owner.isStaff && hasPasskeys && !owner.byPasskey) throw passkeyRequired();
}

/** None is made that would outlive the removal of all: who wants one stops that first, which a mail tells. */
async function requireNoReset(db: Kysely<DB>, { id }: Owner): Promise<void> {
  if (await selectReset(db, id)) throw new AppError(409, "reset_waits", passkeyMessages.resetWaits);
}

/** A challenge that staff were given by the link of a mail, or a higher level, is none that a password alone was given. */
const purposeOf = ({ isStaff, byPasskey }: Owner) => (isStaff && !byPasskey ? "make the first" : "make");

const expired = () => invalid("passkey_expired", passkeyMessages.expired);
const mailExpired = () => invalid("mail_expired", passkeyMessages.mailExpired);

/** A mailbox alone gives a login, and the link for the first passkey of staff: so that one waits a day, like a reset. */
async function requireFirstDayOver(db: Kysely<DB>, owner: Owner): Promise<void> {
  const end = await selectEndOfFirstDay(db, owner.id);
  if (end) throw new AppError(409, "first_passkey_waits", firstWaits(momentOf(end.toISOString())));
}

/** Staff make their first passkey with the link of a mail, so that a password alone does not. */
async function mailFirst(ctx: Context, owner: Owner): Promise<void> {
  await ctx.rateLimits.consume("firstPasskeyMailPerSession", owner.sessionId);
  await ctx.rateLimits.consume("firstPasskeyMailPerAccount", owner.id);
  await inTransaction(ctx.db, (trx) =>
    enqueueNotice(ctx, trx, owner, firstPasskey(makeChallenge(ctx, "mail", owner.id).toString("base64url"))),
  );
}

/**
 * Begins to make a passkey.
 * @param mailed what the link of the mail has, for the first one of staff; without it that mail is sent
 * @throws AppError 403 `passkey_required`; 409 `too_many_passkeys`, `first_passkey_waits`, `reset_waits`; 422 `mail_expired`, when the login is old as `requireOwner`; 429
 */
export async function beginPasskey(
  ctx: Context,
  owner: Owner,
  { password, mailed }: { password?: string | null | undefined; mailed?: string | null | undefined },
): Promise<ChallengeAnswer> {
  const known = await selectPasskeysOf(ctx.db, owner.id);
  requireLevel(owner, known.length > 0);
  await requireOwner(ctx, owner, password ?? undefined, passkeyMessages.passwordNeeded);
  if (known.length > 0) await requireNoReset(ctx.db, owner);
  if (known.length >= MOST_PASSKEYS) throw tooMany();
  // Before the device makes one for nothing.
  await ctx.rateLimits.requireLeft("createPasskeyPerAccount", owner.id);
  const purpose = purposeOf(owner);
  const isFirst = purpose === "make the first";
  if (isFirst) {
    await requireFirstDayOver(ctx.db, owner);
    if (!mailed) {
      await mailFirst(ctx, owner);
      return { challenge: null };
    }
    const isOpen = readChallenge(ctx, "mail", mailed, owner.id);
    if (!isOpen || (await isSpent(ctx.db, markOf(mailed)))) throw mailExpired();
  }
  const challenge = makeChallenge(ctx, purpose, owner.id, (isFirst && mailed) || undefined);
  const options = await generateRegistrationOptions({
    rpName: "Prompteca",
    rpID: rpOf(ctx).expectedRPID,
    userName: owner.email,
    userDisplayName: owner.username,
    // Devices keep it and tell it to no other site; the account's own id is public.
    userID: new Uint8Array(ctx.secrets.mac("passkey user handle", owner.id)),
    challenge: new Uint8Array(challenge),
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    ...ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { challenge: { id: challenge.toString("base64url"), options: { ...options } } };
}

/** Of what a device says about itself nothing is read, least of all certificates that name addresses to ask. */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url"))).get(
    "authData",
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  // CBOR: {"fmt": "none", "attStmt": {}, "authData": the bytes}
  const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
  return Buffer.concat([head, length, authData]).toString("base64url");
}

/** With the link, all challenges that were given by it are spent: it makes one passkey, also once that is gone. */
async function spendLink(trx: Transaction<DB>, challengeId: string): Promise<void> {
  const { link, end } = linkOf(challengeId);
  if (!(await insertSpentChallenge(trx, link, end))) throw mailExpired();
}

/** What a device made; undefined unless it is for this site, by a verified person, and answers the challenge. */
async function verified(ctx: Context, { challenge_id, credential }: NewPasskey) {
  const { clientDataJSON, attestationObject } = credential.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
      },
      expectedChallenge: challenge_id,
      ...rpOf(ctx),
      ...ALGORITHMS,
      requireUserVerification: true,
    });
    // What is stored is what was sent, whose length is bounded.
    return registrationInfo?.credential.id === credential.id ? registrationInfo : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a passkey, and tells its owner by mail.
 * @param userAgent names it
 * @throws AppError 403 `passkey_required`; 409 `passkey_known` or as `beginPasskey`; 422 `passkey_expired`, `mail_expired` or
 *   `passkey_refused`; 429
 */
export async function addPasskey(
  ctx: Context,
  owner: Owner,
  made: NewPasskey,
  userAgent: string | null,
): Promise<PasskeyView> {
  const purpose = purposeOf(owner);
  const end = readChallenge(ctx, purpose, made.challenge_id, owner.id);
  if (!end) throw expired();
  const info = await verified(ctx, made);
  if (!info) throw invalid("passkey_refused", passkeyMessages.malformed);
  await ctx.rateLimits.consume("createPasskeyPerAccount", owner.id);
  const { credential, credentialBackedUp } = info;
  const news = { kind: "passkey-made", user: owner, userAgent } as const;
  const row = await inTransactionWithNotice(ctx, news, async (trx) => {
    // By the strongest lock, so that two at once are counted one after the other.
    requireActive(await lockAccount(trx, owner.id));
    await requireOpen(trx, owner);
    // Whom the admin has named meanwhile makes the first by a mail.
    if (!owner.isStaff && (await owner.moderates(trx, owner.id))) throw expired();
    const { length } = await selectPasskeysOf(trx, owner.id);
    requireLevel(owner, length > 0);
    await requireNoReset(trx, owner);
    if (length >= MOST_PASSKEYS) throw tooMany();
    if (purpose === "make the first") {
      await requireFirstDayOver(trx, owner);
      await spendLink(trx, made.challenge_id);
    } else if (!(await insertSpentChallenge(trx, Buffer.from(made.challenge_id, "base64url"), end)))
      throw expired();
    const inserted = await insertPasskey(trx, {
      user_id: owner.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: made.credential.response.transports ?? [],
      backed_up: credentialBackedUp,
      name: deviceName(userAgent).slice(0, 60),
    });
    if (!inserted) throw new AppError(409, "passkey_known", passkeyMessages.known);
    await noteHadPasskey(trx, owner.id);
    return inserted;
  });
  return toView(row);
}

/** @throws AppError 403 `passkey_required`, 400 `profanity`, 404 when the user has no such passkey, 429 */
export async function namePasskey(ctx: Context, owner: Owner, id: string, name: string): Promise<void> {
  requireLevel(owner, true);
  refuseProfanity({ name }, { name: passkeyMessages.nameProfane });
  await ctx.rateLimits.consume("renamePasskeyPerAccount", owner.id);
  if (!isUuid(id) || !(await renamePasskey(ctx.db, owner.id, id, name))) throw notFound();
}

/**
 * Removes a passkey, ends the other sessions that it opened, and tells its owner by mail. The calling session stays, at the first
 * level if it was opened by this one.
 * @throws AppError 403 `passkey_required`, 404, 409 `last_passkey` or `last_way_in`; when the login is old as `requireOwner`
 */
export async function removePasskey(
  ctx: Context,
  owner: Owner,
  id: string,
  { password, userAgent }: { password?: string | null | undefined; userAgent: string | null },
): Promise<void> {
  requireLevel(owner, true);
  await requireOwner(ctx, owner, password ?? undefined, passkeyMessages.passwordNeeded);
  const news = { kind: "passkey-removed", user: owner, userAgent } as const;
  await inTransactionWithNotice(ctx, news, async (trx) => {
    requireActive(await lockAccount(trx, owner.id));
    await requireOpen(trx, owner);
    const known = await selectPasskeysOf(trx, owner.id);
    if (!known.some((one) => one.id === id)) throw notFound();
    if (owner.isStaff && ctx.config.requirePasskey && known.length === 1)
      throw new AppError(409, "last_passkey", passkeyMessages.last);
    if (!(await keepsAWayIn(ctx, trx, owner)))
      throw new AppError(409, "last_way_in", passkeyMessages.lastWayIn);
    await deletePasskey(trx, owner.id, id, owner.sessionId);
  });
}
