/** The short form of `npm run test:crash`: the site, its database and both are killed once each. */
import { expect, test } from "vitest";
import { runRounds } from "./rounds.ts";

test("nothing acknowledged is lost and nothing is half there when processes are killed under load", async () => {
  const { acknowledged, lost, half, unclear, starts } = await runRounds({
    rounds: 3,
    seed: 42,
    settle: false,
  });
  expect({ lost, half, unclear }).toEqual({ lost: [], half: [], unclear: [] });
  expect(acknowledged).toBeGreaterThan(0);
  expect(starts).toBe(3);
});
