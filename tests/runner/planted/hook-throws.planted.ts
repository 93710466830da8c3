import { afterAll, expect, test } from "vitest";

afterAll(() => {
  throw new Error("planted");
});
test("is right", () => expect(1).toBe(1));
