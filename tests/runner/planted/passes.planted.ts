import { expect, test } from "vitest";

test("passes", () => expect(1).toBe(1));
test("passes too", () => expect(2).toBe(2));
test.skip("is skipped", () => {});
