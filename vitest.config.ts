/**
 * Test projects: unit and API tests, then browser journeys, then crash and overload tests. Tests that take minutes run
 * with `npm run test:long`.
 */
import { defineConfig } from "vitest/config";

/** Tests that mock or reload modules, and so need isolation. */
const ISOLATED = [
  "src/accounts/client/session.test.ts",
  "src/accounts/server/sessions/equal-work.test.ts",
  "src/platform/http/load-shedding.test.ts",
  "src/platform/storage/disk.test.ts",
];

/** Tests of SQL in all rooms: they run on the bundled PostgreSQL and on the oldest supported one. */
const SQL = [
  "src/{accounts,admin,media,members,prompts,reactions}/server/**/*.test.ts",
  "src/platform/{backup/tables,database/{batched-reads,cache-invalidation,db,migrate},http/rate-limits,jobs,queue}.test.ts",
  "src/app/server/{discovery,metrics,rate-limits,server,start}.test.ts",
  "tests/statements/*.test.ts",
  "seeds/demo.test.ts",
];

/** Slow ones among them that add no coverage of SQL. */
const SLOW = [
  "src/accounts/server/passwords/password-hash.test.ts",
  "src/media/server/{images.uploads,link-preview}.test.ts",
  "src/prompts/server/long-lists.test.ts",
  "src/reactions/server/crowd.test.ts",
];

// Many tests wait for a retry, a limit or the end of a process, on a machine that may be busy.
const UNITS = {
  maxWorkers: 4,
  expect: { poll: { timeout: 10_000 } },
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

/** Timeouts of tests that kill or flood the site, or take away its disk. */
const LONG_TIMEOUTS = { testTimeout: 150_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    reporters: ["default", "./tests/support/summary-reporter.ts"],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "{scripts,seeds}/**/*.test.ts",
            "tests/{load,statements,support}/**/*.test.ts",
          ],
          exclude: ISOLATED,
          // Loading the site again for every file took a fifth of the time.
          isolate: false,
          ...UNITS,
        },
      },
      { test: { name: "alone", include: ISOLATED, ...UNITS } },
      {
        test: {
          name: "oldest",
          include: SQL,
          exclude: [...ISOLATED, ...SLOW],
          globalSetup: "tests/support/global-setup-oldest.ts",
          isolate: false,
          ...UNITS,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/{e2e,fuzz}/**/*.test.ts"],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: "crash",
          include: ["tests/crash/{crash,processes}.test.ts"],
          sequence: { groupOrder: 2 },
          ...LONG_TIMEOUTS,
        },
      },
      {
        test: {
          name: "flood",
          include: ["tests/overload/overload.test.ts"],
          // Runs alone, because it uses the whole machine.
          sequence: { groupOrder: 3 },
          ...LONG_TIMEOUTS,
        },
      },
      {
        test: {
          name: "long",
          include: ["tests/crash/disk.test.ts"],
          ...LONG_TIMEOUTS,
        },
      },
    ],
  },
});
