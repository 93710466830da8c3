/** The command line is a package of its own: what it knows of the site is written twice. */
import { expect, test } from "vitest";
import { RESULTS_FROM } from "../../src/results/catalog.ts";
import * as limits from "./limits.ts";
import { en } from "./texts/en.ts";
import { pt } from "./texts/pt.ts";

test("results are told from as many answers on as by the site", () => {
  expect(limits.RESULTS_FROM).toBe(RESULTS_FROM);
});

test.each([
  ["pt", 1, 1, "1 pessoa respondeu"],
  ["pt", 1, 2, "2 pessoas responderam"],
  ["pt", 2, 3, "funcionou para 2 de 3"],
  ["en", 1, 1, "1 person answered"],
  ["en", 1, 2, "2 people answered"],
  ["en", 2, 3, "worked for 2 of 3"],
] as const)("in %s, %i of %i is told as: %s", (lang, worked, answered, told) => {
  expect({ pt, en }[lang].worked(worked, answered)).toBe(told);
});
