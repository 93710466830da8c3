/** Counting of uses: the cost of a flood, and correct counts beside it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { callerOf, networkOf, openRateLimits, RATE_LIMITS, type RateLimitName } from "./rate-limits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query("delete from rate_limits"));
afterAll(() => database.close());

/** Two processes with one database. */
const twoProcesses = () =>
  [openRateLimits(database.pool, true), openRateLimits(database.pool, true)] as const;
/** Returns the uses in the database, of all subjects. */
async function written(name: RateLimitName): Promise<number> {
  const { rows } = await database.pool.query(
    "select coalesce(sum(points), 0)::int as uses from rate_limits where key like $1",
    [`${name}:%`],
  );
  return rows[0].uses;
}

test.each([
  ["203.0.113.7", "203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
  ["2001:db8::7", "2001:db8:0:0", "2001:db8:0"],
  ["::1", "0:0:0:0", "0:0:0"],
  ["ana@exemplo.com.br", "ana@exemplo.com.br", "ana@exemplo.com.br"],
])("%s is the caller %s of the network %s", (subject, caller, network) => {
  expect([callerOf(subject), networkOf(subject)]).toEqual([caller, network]);
});

describe("a limit counted in PostgreSQL", () => {
  const { points, duration } = RATE_LIMITS.recoverPerAccount;

  test("is refused once by the database, and then by each process from what it remembers", async () => {
    const [one, other] = twoProcesses();
    for (let use = 0; use < points; use++) {
      expect(await (use % 2 ? one : other).take("recoverPerAccount", "ana")).toBe(0);
    }
    const waits = [];
    for (let use = 0; use < 30; use++) waits.push(await one.take("recoverPerAccount", "ana"));
    for (const seconds of waits) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(duration);
    }
    expect(await written("recoverPerAccount")).toBe(points + 1);
    for (let use = 0; use < 30; use++)
      expect(await other.take("recoverPerAccount", "ana")).toBeGreaterThan(0);
    expect(await written("recoverPerAccount")).toBe(points + 2);
    expect(await one.take("recoverPerAccount", "beto"), "somebody else").toBe(0);
  });

  test("of mails is given back by any process", async () => {
    const [one, other] = twoProcesses();
    expect(await one.take("confirmationMailPace", "dora")).toBe(0);
    expect(await other.take("confirmationMailPace", "dora")).toBeGreaterThan(0);
    await one.forget("confirmationMailPace", "dora");
    expect(await other.take("confirmationMailPace", "dora")).toBe(0);
  });
});

test("a limit counted in the process tells ten thousand callers apart; later ones share counters", async () => {
  const [limits] = twoProcesses();
  const { points } = RATE_LIMITS.viewPerAddress;
  const view = (caller: string) => limits.take("viewPerAddress", caller);
  const refusedOf = async (prefix: string, callers: number) => {
    let refused = 0;
    for (let n = 0; n < callers; n++) if (await view(`${prefix} ${n}`)) refused++;
    return refused;
  };
  expect(await refusedOf("early", 10_000)).toBe(0);
  for (let late = 0; late < 40; late++) {
    for (let use = 0; use < points; use++) await view(`greedy ${late}`);
  }
  // 40 of 4096 shared counters are used up.
  const refused = await refusedOf("late", 10_000);
  expect(refused).toBeGreaterThan(20);
  expect(refused).toBeLessThan(300);
  for (let use = 1; use < points; use++) expect(await view("early 7")).toBe(0);
  expect(await view("early 7")).toBeGreaterThan(0);
});
