/** Metadata that clients may store with an account, and how much of it. */
import { expect, test } from "vitest";
import { mergeMetadata } from "./user-metadata.ts";

const refused = expect.objectContaining({
  status: 400,
  code: "validation_failed",
  field: "data",
  message: "User data cannot be larger than 2048 bytes",
});

test("what is sent replaces what is stored key by key, and null takes a key away", () => {
  const stored = { theme: "dark", city: "Recife", tags: ["a"] };
  expect(mergeMetadata(stored, { city: "Olinda", tags: null, age: 0, name: "" })).toEqual({
    theme: "dark",
    city: "Olinda",
    age: 0,
    name: "",
  });
});

test("the server's own keys are nobody's to set", () => {
  const own = { username: "Ana", email: "a@b.com.br", email_verified: true, phone_verified: true, sub: "1" };
  expect(mergeMetadata({}, { ...own, theme: "dark" })).toEqual({ theme: "dark" });
});

test("2,048 bytes of JSON are the limit, with what is stored already", () => {
  // {"a":"…"} has eight bytes beside its text; ã has two.
  const most = "ã".repeat(1020);
  expect(mergeMetadata({}, { a: most })).toEqual({ a: most });
  expect(() => mergeMetadata({}, { a: `${most}a` })).toThrow(refused);
  expect(() => mergeMetadata({ a: most }, { b: 1 })).toThrow(refused);
  expect(mergeMetadata({ a: most }, { a: null, b: 1 })).toEqual({ b: 1 });
});

test("512 keys are the limit, before anything is merged", () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [String(key), null]));
  expect(mergeMetadata({}, keys(512))).toEqual({});
  expect(() => mergeMetadata({}, keys(513))).toThrow(refused);
});
