import { expect, test } from "vitest";
import { pause } from "../../support/pause.ts";

await pause(1500, "what the file before left ends the run while this one loads");
test("passes", () => expect(1).toBe(1));
