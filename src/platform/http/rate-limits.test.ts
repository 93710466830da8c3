/** Counting of uses: the cost of a flood, and correct counts beside it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { holdClock } from "#tests/support/clock.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { callerOf, networkOf, openRateLimits, RATE_LIMITS, type RateLimitName } from "./rate-limits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query("delete from rate_limits where true"));
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
  const { points, duration } = RATE_LIMITS.recoverPerMailboxAndNetwork;

  test("is refused once by the database, and then by each process from what it remembers", async () => {
    const [one, other] = twoProcesses();
    for (let use = 0; use < points; use++) {
      expect(await (use % 2 ? one : other).take("recoverPerMailboxAndNetwork", "ana")).toBe(0);
    }
    const waits = [];
    for (let use = 0; use < 30; use++) waits.push(await one.take("recoverPerMailboxAndNetwork", "ana"));
    for (const seconds of waits) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(duration);
    }
    expect(await written("recoverPerMailboxAndNetwork")).toBe(points + 1);
    for (let use = 0; use < 30; use++)
      expect(await other.take("recoverPerMailboxAndNetwork", "ana")).toBeGreaterThan(0);
    expect(await written("recoverPerMailboxAndNetwork")).toBe(points + 2);
    expect(await one.take("recoverPerMailboxAndNetwork", "beto"), "somebody else").toBe(0);
  });

  test("of mails is given back by any process", async () => {
    const [one, other] = twoProcesses();
    expect(await one.take("confirmationMailPace", "dora")).toBe(0);
    expect(await other.take("confirmationMailPace", "dora")).toBeGreaterThan(0);
    await one.forget("confirmationMailPace", "dora");
    expect(await other.take("confirmationMailPace", "dora")).toBe(0);
  });
});

test("seconds of work count, of work that fails too, until they are used up", async () => {
  const [limits] = twoProcesses();
  const { points } = RATE_LIMITS.textTimePerCaller;
  expect(points).toBe(120_000);
  const done: string[] = [];
  /** Work that takes so many seconds. */
  const work = (name: string, seconds: number, isFailing = false) =>
    limits.timed("textTimePerCaller", "ana", () => {
      const begun = performance.now();
      vi.spyOn(performance, "now").mockReturnValueOnce(begun + 1000 * seconds);
      done.push(name);
      if (isFailing) throw new Error("no");
      return name;
    });
  expect(await work("one", 50)).toBe("one");
  await expect(work("two", 50.25, true)).rejects.toThrow("no");
  // The machine's own milliseconds count too.
  const left = await limits.left("textTimePerCaller", "ana");
  expect(left).toBeLessThanOrEqual(19_750);
  expect(left).toBeGreaterThan(15_000);
  expect(await work("three", 500)).toBe("three");
  await expect(work("four", 1)).rejects.toMatchObject({ status: 429, limit: "textTimePerCaller" });
  expect(done).toEqual(["one", "two", "three"]);
  expect(await limits.timed("textTimePerCaller", "beto", () => "somebody else")).toBe("somebody else");
});

test("of work that waits only the seconds before and after count", async () => {
  const [limits] = twoProcesses();
  const clock = holdClock();
  await limits.timed("textTimePerCaller", "carla", async (wait) => {
    clock.pass(3000);
    await wait(async () => clock.pass(50_000));
    clock.pass(4000);
  });
  expect(await limits.left("textTimePerCaller", "carla")).toBe(113_000);
});

describe("an IPv6 network, which has 65,536 callers,", () => {
  const callerAt = (at: number) => `2001:db8:7:${at.toString(16)}::1`;
  test.each([
    ["recoverPerAddress", 10, 16],
    ["viewPerAddress", 120, 16],
    ["comparePerAddress", 60, 4],
    ["textTimePerCaller", 120_000, 4],
    ["pageTimePerAddress", 120_000, 4],
  ] as const)("has of %s, %i, %i times as much as one of them", async (name, points, times) => {
    const [limits] = twoProcesses();
    const each = points / 10;
    for (let at = 0; at < times; at++) {
      for (let use = 0; use < 10; use++) expect(await limits.take(name, callerAt(at), each)).toBe(0);
      // What a caller is refused is not the network's.
      expect(await limits.take(name, callerAt(at), each)).toBeGreaterThan(0);
    }
    const late = callerAt(times);
    expect(await limits.left(name, late)).toBe(0);
    expect(await limits.waitFor(name, late)).toBeGreaterThan(0);
    expect(await limits.take(name, late, each)).toBeGreaterThan(0);
    for (const other of ["2001:db8:8::1", "203.0.113.9"]) {
      expect(await limits.left(name, other)).toBe(points);
      expect(await limits.take(name, other, each)).toBe(0);
    }
  });
});

test("time that was spent beyond a caller's own is its network's, too", async () => {
  const [limits] = twoProcesses();
  await limits.charge("textTimePerCaller", "2001:db8:9:1::1", 400_000.5);
  expect(await limits.left("textTimePerCaller", "2001:db8:9:1::1")).toBe(0);
  expect(await limits.left("textTimePerCaller", "2001:db8:9:2::1")).toBe(79_999);
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
