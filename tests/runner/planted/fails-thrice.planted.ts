import { expect, test } from "vitest";
import { turnOf } from "./turn.ts";

test("comes right too late", () => expect(turnOf("fails-thrice"), "planted").toBeGreaterThan(3));
