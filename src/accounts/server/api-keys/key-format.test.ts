/** The form of keys, as secret scanners know it. */
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { hashKey, isWellFormed, makeKey, prefixOf } from "./key-format.ts";

test("a key is pk_, 30 random characters and 6 of a CRC-32 to the base 62", () => {
  const made = new Set(Array.from({ length: 1000 }, makeKey));
  expect(made.size).toBe(1000);
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (const key of made) {
    expect(key).toMatch(/^pk_[0-9A-Za-z]{36}$/);
    expect(isWellFormed(key)).toBe(true);
    const told = [...key.slice(33)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(told).toBe(crc32(key.slice(3, 33)));
  }
});

/** Worked out by hand from the documentation's rule; a key in use must stay one. */
const KNOWN = "pk_000000000000000000000000000000";

test("the checksum is the documented one", () => {
  expect(crc32("0".repeat(30))).toBe(0x77e5db82);
  expect(isWellFormed(`${KNOWN}2C8GjS`)).toBe(true);
  expect(isWellFormed(`${KNOWN}2C8GjT`)).toBe(false);
});

test("a character that was lost, added or mistyped is noticed", () => {
  const key = makeKey();
  const other = (character: string) => (character === "a" ? "b" : "a");
  const wrong = [
    ...[...key].map((character, at) => key.slice(0, at) + other(character) + key.slice(at + 1)),
    ...[...key].map((_, at) => key.slice(0, at) + key.slice(at + 1)),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    "",
    "pk_",
    "x".repeat(100_000),
  ];
  expect(wrong.filter(isWellFormed)).toEqual([]);
});

test("its visible beginning is a fifth of it, and its hash has 32 bytes", () => {
  const key = makeKey();
  expect(prefixOf(key)).toBe(key.slice(0, 8));
  expect(hashKey(key)).toHaveLength(32);
  expect(hashKey(key)).not.toEqual(hashKey(makeKey()));
});
