/**
 * Test projects, all side by side: none leaves a core idle while it waits. Tests that take minutes run with
 * `npm run test:long`, those in browsers that npm does not bring with `npm run test:browsers`.
 */
import { defineConfig } from "vitest/config";

/** Tests that mock or reload modules, and so need isolation. */
const ISOLATED = [
  "src/accounts/client/session.test.ts",
  "src/accounts/server/sessions/equal-work.test.ts",
  "src/platform/http/load-shedding.test.ts",
  "src/platform/storage/disk.test.ts",
];

/**
 * What depends on the server's version beyond its SQL, which `npm run check` prepares on the oldest supported PostgreSQL:
 * migrations, and what runs the functions, triggers and settings of the schema.
 */
const OLDEST = [
  "src/platform/{backup/tables,database/{cache-invalidation,db,migrate},http/rate-limits,jobs}.test.ts",
  "src/{accounts,admin,prompts,reactions}/server/{accounts,admin,prompts,reactions}.routes.test.ts",
  "src/{prompts/server/versions/version-trigger,results/server/result-counts}.test.ts",
  "src/members/server/leaving.service.test.ts",
  "src/prompts/server/search/{search-documents,ways-of-writing}.test.ts",
];

const COMMON = {
  maxWorkers: 4,
  // On a busy machine, what a test waits for may take seconds.
  expect: { poll: { timeout: 10_000 } },
};

/** Many tests wait for a retry, a limit or the end of a process. */
const UNITS = { ...COMMON, testTimeout: 60_000, hookTimeout: 60_000 };

/** Tests that kill or flood the site, or take away its disk. */
const LONG = { ...COMMON, testTimeout: 150_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    reporters: ["default", "./tests/support/summary-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "{client,cli,scripts,seeds}/**/*.test.ts",
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
          include: OLDEST,
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
          ...COMMON,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: "crash",
          include: ["tests/crash/{crash,processes}.test.ts"],
          ...LONG,
        },
      },
      {
        test: {
          name: "flood",
          include: ["tests/overload/overload.test.ts"],
          ...LONG,
        },
      },
      {
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          ...LONG,
        },
      },
      {
        test: {
          name: "long",
          include: ["tests/crash/disk.test.ts"],
          ...LONG,
        },
      },
    ],
  },
});
