import { expect, test } from "vitest";

test("ends its process", () => process.exit(0));
test("is never run", () => expect(1).toBe(1));
