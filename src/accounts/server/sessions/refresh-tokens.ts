/**
 * Format of refresh tokens (wire contract): derived from the session's key and a counter, so that the
 * current one can be issued again to tabs that refresh concurrently.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const VERSION = 0;
const UUID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const CHECKSUM_BYTES = 4;

export interface RefreshToken {
  sessionId: string;
  counter: number;
  /** The signed part, and the signature. */
  signed: Buffer;
  signature: Buffer;
}

/** Unsigned LEB128, as in Protocol Buffers. */
function uvarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function readUvarint(bytes: Buffer): number | undefined {
  let value = 0n;
  for (const [index, byte] of bytes.entries()) {
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) {
      const whole = index === bytes.length - 1 && value <= BigInt(Number.MAX_SAFE_INTEGER);
      return whole ? Number(value) : undefined;
    }
  }
  return undefined;
}

const signatureOf = (key: Uint8Array, bytes: Buffer) =>
  createHmac("sha256", key).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
const checksumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest().subarray(0, CHECKSUM_BYTES);

/** @param key the session's key, 32 bytes */
export function formatRefreshToken(sessionId: string, counter: number, key: Uint8Array): string {
  const id = Buffer.from(sessionId.replaceAll("-", ""), "hex");
  const signed = Buffer.concat([Buffer.of(VERSION), id, uvarint(counter)]);
  const body = Buffer.concat([signed, signatureOf(key, signed)]);
  return Buffer.concat([body, checksumOf(body)]).toString("base64url");
}

/** Parses a token; undefined when malformed. Verifying the signature needs the session's key. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Only the canonical encoding was issued.
  if (bytes.toString("base64url") !== token || bytes[0] !== VERSION) return undefined;
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const signed = body.subarray(0, -SIGNATURE_BYTES);
  if (signed.length <= 1 + UUID_BYTES || !checksumOf(body).equals(bytes.subarray(-CHECKSUM_BYTES)))
    return undefined;
  const counter = readUvarint(signed.subarray(1 + UUID_BYTES));
  if (counter === undefined) return undefined;
  const id = signed.toString("hex", 1, 1 + UUID_BYTES);
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    counter,
    signed,
    signature: body.subarray(-SIGNATURE_BYTES),
  };
}

export function isSignedWith(token: RefreshToken, key: Uint8Array): boolean {
  return timingSafeEqual(signatureOf(key, token.signed), token.signature);
}
