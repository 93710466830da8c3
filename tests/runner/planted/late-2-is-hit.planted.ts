import { expect, test } from "vitest";
import { pause } from "../../support/pause.ts";

test("takes a second", async () => {
  await pause(1500, "the error of the file before comes meanwhile");
  expect(1).toBe(1);
});
