/** Tests: units and API calls, then journeys in browsers; last, sites that are killed and one that is flooded. What takes minutes is `npm run test:long`. */
import { defineConfig } from "vitest/config";

/** Tests that put something else in a module's place, or load one anew: for them alone. */
const ALONE = [
  "src/accounts/client/session.test.ts",
  "src/accounts/server/sessions/equal-work.test.ts",
  "src/platform/http/load-shedding.test.ts",
  "src/platform/storage/disk.test.ts",
];

/** Tests of what asks the database, of every room: they run on the newest PostgreSQL, and on the oldest that the site runs on. */
const SQL = [
  "src/{accounts,admin,media,members,prompts,reactions}/server/**/*.test.ts",
  "src/platform/{backup/tables,database/{batched-reads,cache-invalidation,db,migrate},http/rate-limits,jobs,queue}.test.ts",
  "src/app/server/{discovery,metrics,rate-limits,server,start}.test.ts",
  "tests/statements/*.test.ts",
  "seeds/demo.test.ts",
];

/** Of those, what takes long without asking the database anything else. */
const AT_LENGTH = [
  "src/accounts/server/passwords/password-hash.test.ts",
  "src/media/server/{images.uploads,link-preview}.test.ts",
  "src/prompts/server/long-lists.test.ts",
  "src/reactions/server/crowd.test.ts",
];

// Many of them wait: for a retry, a limit, a process that ends.
const UNITS = { maxWorkers: 4, testTimeout: 30_000, hookTimeout: 30_000 };

/** Sites that are killed, flooded, or left without a disk. */
const PATIENT = { testTimeout: 150_000, hookTimeout: 120_000 };

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
          exclude: ALONE,
          // Loading the site anew for every file took a fifth of the time.
          isolate: false,
          ...UNITS,
        },
      },
      { test: { name: "alone", include: ALONE, ...UNITS } },
      {
        test: {
          name: "oldest",
          include: SQL,
          exclude: [...ALONE, ...AT_LENGTH],
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
          ...PATIENT,
        },
      },
      {
        test: {
          name: "flood",
          include: ["tests/overload/overload.test.ts"],
          // By itself: it takes all of the machine.
          sequence: { groupOrder: 3 },
          ...PATIENT,
        },
      },
      {
        test: {
          name: "long",
          include: ["tests/crash/disk.test.ts"],
          ...PATIENT,
        },
      },
    ],
  },
});
