import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isComposing } from "./composing.ts";

test.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: true, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])("%j is the input method's key: %s", (key, expected) => {
  expect(isComposing(key)).toBe(expected);
});

test("whatever listens to keys in which one types asks whether they are meant for it", async () => {
  const without: string[] = [];
  for await (const path of glob("src/**/*.{ts,tsx}")) {
    const text = await readFile(path, "utf8");
    if (/\.test\.tsx?$/.test(path) || !/key [!=]== "(Enter|Escape)"/.test(text)) continue;
    if (!text.includes("composing.ts")) without.push(path);
  }
  expect(without.sort()).toEqual([
    // A dragged entry and a tooltip: nothing is typed there.
    "src/collections/client/editor/use-drag.ts",
    "src/ui/tooltip.tsx",
  ]);
});
