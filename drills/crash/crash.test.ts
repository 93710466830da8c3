/** The short form of `npm run test:crash`: the site, its database or both are killed once, each on a site of its own. */
import { expect, test } from "vitest";
import { runRounds } from "./rounds.ts";
import type { Victim } from "./site.ts";

/** With how often the supervisor starts the site: the database's end alone does not end it. */
const KILLS: { victim: Victim; starts: number; seed: number }[] = [
  { victim: "app", starts: 2, seed: 42 },
  { victim: "database", starts: 1, seed: 43 },
  { victim: "both", starts: 2, seed: 44 },
];

// About 20 s on an idle machine: a site under load, killed, started anew, and every acknowledged write looked up.
test.each(KILLS)(
  "nothing acknowledged is lost and nothing is half there when this is killed under load: $victim",
  async ({ victim, starts, seed }) => {
    const { acknowledged, lost, half, unclear, ...site } = await runRounds({
      rounds: 1,
      seed,
      settle: false,
      victims: [victim],
    });
    expect({ lost, half, unclear }).toEqual({ lost: [], half: [], unclear: [] });
    expect(acknowledged).toBeGreaterThan(0);
    expect(site.starts).toBe(starts);
  },
);
