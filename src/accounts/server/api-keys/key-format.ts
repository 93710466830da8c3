/**
 * How an API key looks: `pk_`, 30 random characters, 6 of a checksum, all of them letters and digits. Secret scanners find
 * it by `pk_[0-9A-Za-z]{36}` and sort out what only looks like one by the checksum, without asking the site.
 */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** In the order of their values as digits of the checksum. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Beginning of every key, and of no access token. */
export const KEY_MARK = "pk_";
/** 178 bits: nobody guesses one, and no list of hashes can be searched for it. */
const RANDOM_LENGTH = 30;
/** A CRC-32 needs six digits to the base 62. */
const CHECKSUM_LENGTH = 6;
/** Length of the visible beginning: five random characters tell a person's keys apart, and leave 148 secret bits. */
const PREFIX_LENGTH = KEY_MARK.length + 5;

const KEY = new RegExp(`^${KEY_MARK}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** CRC-32 (of zip and PNG) of the random characters, to the base 62, with leading zeros. */
function checksumOf(random: string): string {
  let left = crc32(random);
  let digits = "";
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(left % DIGITS.length) + digits;
    left = Math.floor(left / DIGITS.length);
  }
  return digits;
}

export function makeKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join(
    "",
  );
  return KEY_MARK + random + checksumOf(random);
}

/** Whether a text has the form of a key, and the right checksum. */
export function isWellFormed(key: string): boolean {
  const [, random = "", checksum] = KEY.exec(key) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

/**
 * Stored form of a key. A slow hash, as of passwords, would only slow calls: there is nothing to guess (decision 48).
 */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);
