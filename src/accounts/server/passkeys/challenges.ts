/**
 * Challenges, which devices sign. Each says by itself whose it is, for what and until when, under a keyed hash: asking for one
 * stores nothing, and the answer to it is taken once.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "#platform/context.ts";

/** What each kind may be answered with, and for how long in milliseconds: a passkey, a session, the link of a mail. */
const LIFE = { make: 10 * 60_000, "make the first": 10 * 60_000, "sign in": 10 * 60_000, mail: 60 * 60_000 };
type Purpose = keyof typeof LIFE;

const TIME_BYTES = 6;
const BODY_BYTES = TIME_BYTES + 16;

const macOf = (ctx: Pick<Context, "secrets">, purpose: Purpose, userId: string, body: Buffer) =>
  ctx.secrets.mac(`passkey challenge: ${purpose}`, Buffer.concat([body, Buffer.from(userId)]));

/** A mailed link, as the challenges name it that it gives. */
export const markOf = (mailed: string): Buffer =>
  createHash("sha256")
    .update(mailed)
    .digest()
    .subarray(0, BODY_BYTES - TIME_BYTES);

/**
 * @param userId empty for whoever signs in
 * @param mailed the link by which it is given, which it then names
 */
export function makeChallenge(
  ctx: Pick<Context, "secrets">,
  purpose: Purpose,
  userId = "",
  mailed?: string,
): Buffer {
  const body = randomBytes(BODY_BYTES);
  if (mailed !== undefined) markOf(mailed).copy(body, TIME_BYTES);
  body.writeUIntBE(Date.now() + LIFE[purpose], 0, TIME_BYTES);
  return Buffer.concat([body, macOf(ctx, purpose, userId, body)]);
}

/** @returns when a challenge ends; undefined when it is not ours, another user's, for something else, or past its time */
export function readChallenge(
  ctx: Pick<Context, "secrets">,
  purpose: Purpose,
  text: string,
  userId = "",
): Date | undefined {
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.subarray(0, BODY_BYTES);
  const expected = macOf(ctx, purpose, userId, body);
  const isOurs =
    bytes.length === BODY_BYTES + expected.length &&
    timingSafeEqual(bytes.subarray(BODY_BYTES), expected) &&
    bytes.toString("base64url") === text;
  const end = isOurs ? body.readUIntBE(0, TIME_BYTES) : 0;
  return end > Date.now() ? new Date(end) : undefined;
}

/** Which link gave a challenge, and when the last that the newest such link gives ends. @param text was read by `readChallenge` */
export function linkOf(text: string): { link: Buffer; end: Date } {
  const link = Buffer.from(text, "base64url").subarray(TIME_BYTES, BODY_BYTES);
  return { link, end: new Date(Date.now() + LIFE.mail + LIFE["make the first"]) };
}
