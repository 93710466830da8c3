import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newPrompt } from "#prompts/contract.ts";
import { lengthOf } from "./length.ts";

test.each([
  ["", 0],
  ["ação", 4],
  ["😀😀", 2],
  ["👨‍👩‍👧", 5],
  ["\ud83d", 1],
])("%j has %d characters", (text, length) => {
  expect(lengthOf(text)).toBe(length);
});

test("a title of as many emoji as characters is taken, and one more is not", () => {
  const titled = (title: string) =>
    newPrompt.shape.title.safeParse(title).error?.issues.map(({ message }) => message) ?? [];
  expect(titled("😀".repeat(120))).toEqual([]);
  expect(titled("😀".repeat(121))).toEqual(["Título deve ter no máximo 120 caracteres"]);
});

/** Codes and passwords, and texts that are counted where they are sent. */
const OTHERS = [
  "src/accounts/client/link-questions.tsx 200",
  "src/admin/client/moderators.tsx 200",
  "src/moderation/client/next-steps.tsx 20",
];

test("no field stops at fewer characters than are allowed: browsers count emoji as two", () => {
  const found = globSync("src/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bmaxLength=\{([^}]*)\}/g)].map(
      ([, limit]) => `${file} ${limit}`,
    ),
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((one) => !/ unitsFor\(.*\)$/.test(one)).sort()).toEqual(OTHERS);
});
