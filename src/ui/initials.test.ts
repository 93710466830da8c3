import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test.each([
  ["Ana Souza", "AS"],
  ["ana maria de souza", "AS"],
  ["bruno", "BR"],
  ["  Carla   Dias ", "CD"],
  ["x", "X"],
  ["érica ávila", "ÉÁ"],
  ["ana_souza", "AN"],
  ["7 mares", "7M"],
  ["", ""],
])("the initials of %j are %j", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
