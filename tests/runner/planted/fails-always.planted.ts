import { expect, test } from "vitest";
import { turnOf } from "./turn.ts";

test("is wrong", () => expect(turnOf("fails-always")).toBe("planted"));
test("is right", () => expect(1).toBe(1));
