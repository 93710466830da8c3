/** A group whose files have moved would mutate nothing, or be noticed by nobody. */
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { GROUPS } from "./groups.ts";

/** `{a,b}` as what it stands for; `!` leaves out. */
const spread = (pattern: string): string[] => {
  const { 0: braces, 1: choices } = /\{([^}]*)\}/.exec(pattern) ?? [];
  return braces && choices
    ? choices.split(",").flatMap((choice) => spread(pattern.replace(braces, choice)))
    : [pattern];
};

test("every file that a group names is there", () => {
  const patterns = Object.values(GROUPS).flatMap((parts) =>
    parts.flatMap(({ mutate, tests }) => [...mutate, ...tests]),
  );
  const named = patterns.filter((pattern) => !pattern.startsWith("!")).flatMap(spread);
  expect(named.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
