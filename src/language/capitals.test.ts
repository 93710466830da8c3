import { expect, test } from "vitest";
import { HARMLESS, INSULTS } from "./capitals.samples.ts";
import { findProfanity } from "./profanity.ts";

test("an insult is one in capitals, mixed or spaced too", () => {
  expect(INSULTS.filter((text) => findProfanity(text).length === 0)).toEqual([]);
});

test("copper, Cuba and use cases are none, in headings of capitals neither", () => {
  expect(HARMLESS.filter((text) => findProfanity(text).length > 0)).toEqual([]);
});
