import { expect, test } from "vitest";
import { turnOf } from "./turn.ts";

test("comes right", () => expect(turnOf("fails-twice"), "planted").toBeGreaterThan(2));
