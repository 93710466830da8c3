import { expect, test } from "vitest";
import { isolated } from "./isolated.ts";

test.each([
  ["Hebrew", "א"],
  ["Arabic", "ع"],
  ["its forms", "ﻉ"],
  ["its digits, which turn signs around", "٣"],
  ["Persian digits", "۳"],
  ["Syriac", "ܐ"],
  ["Thaana", "ހ"],
  ["N’Ko", "ߊ"],
  ["Samaritan", "ࠀ"],
  ["Mandaic", "ࡀ"],
  ["Adlam", "𞤀"],
  ["Hanifi Rohingya", "𐴀"],
  ["Phoenician", "𐤀"],
  ["Old Turkic", "𐰀"],
  ["Mende Kikakui", "𞠀"],
  ["Arabic mathematics", "𞸀"],
])("a text in %s is set apart", (_script, letter) => {
  expect(isolated(`Um ${letter} 1`)).toBe(`\u2068Um ${letter} 1\u2069`);
});

test.each(["", "Receita nº 1", "Πίτα", "Борщ", "餃子", "ภาษาไทย", "हिन्दी", "👩🏽‍🚀", "Café\u200f"])(
  "“%s”, which is not written leftwards, stays as it is",
  (text) => expect(isolated(text)).toBe(text),
);
