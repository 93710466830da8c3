import { expect, test } from "vitest";
import { isContinued } from "./suggestions.queries.ts";

test("suggestions stand for a longer or a shorter text, not for another or for none", () => {
  expect([isContinued("gat", "gato"), isContinued("gato", "ga")]).toEqual([true, true]);
  expect([isContinued("gato", "lu"), isContinued("gato", ""), isContinued("", "lu")]).toEqual([
    false,
    false,
    false,
  ]);
});
