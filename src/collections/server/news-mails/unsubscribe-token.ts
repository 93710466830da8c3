/**
 * The token of the link that ends somebody's weekly mail. It names the account, is signed, good for nothing else, and stays
 * good: a mail of last year ends it too.
 */
import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#platform/secrets.ts";

const PURPOSE = "end of the weekly mail";
const ID_BYTES = 16;
/** An id and a signature: 64 characters. */
const TOKEN = /^[\w-]{64}$/;

const sign = (secrets: Secrets, id: Buffer) => secrets.mac(PURPOSE, id);

/** @param userId a UUID */
export function unsubscribeToken(secrets: Secrets, userId: string): string {
  const id = Buffer.from(userId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, sign(secrets, id)]).toString("base64url");
}

/** The account of a token; undefined for what was not signed by us. */
export function userOfToken(secrets: Secrets, token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(secrets, id))) return undefined;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
