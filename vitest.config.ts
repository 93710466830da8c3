/**
 * Test projects, all side by side: none leaves a core idle while it waits. Tests that take minutes run with
 * `npm run test:long`, those in browsers that npm does not bring with `npm run test:browsers`.
 */
import { defineConfig } from "vitest/config";
import { countWorkers } from "./tests/runner/workers.ts";
import { isOldestDue, OLDEST, OLDEST_TESTS } from "./tests/support/oldest-stamp.ts";

/** Tests that mock or reload modules, and so need isolation. */
const ISOLATED = [
  "src/accounts/client/left-behind.test.ts",
  "src/accounts/client/session.test.ts",
  "src/accounts/server/sign-in/equal-work.test.ts",
  "src/platform/client/browser-storage.test.ts",
  "src/platform/client/server-time.test.ts",
  "src/platform/http/load-shedding.test.ts",
  "src/platform/storage/disk.test.ts",
];

/** On a busy machine, what a test waits for may take seconds, and the time limits are for what hangs. */
const COMMON = {
  setupFiles: "tests/runner/set-up.ts",
  maxWorkers: countWorkers(),
  expect: { poll: { timeout: 30_000 } },
};

const UNITS = { ...COMMON, testTimeout: 240_000, hookTimeout: 240_000 };

const BROWSERS = { ...COMMON, testTimeout: 300_000, hookTimeout: 300_000 };

/** Tests that kill or flood the site, or take away its disk. */
const LONG = { ...COMMON, testTimeout: 600_000, hookTimeout: 300_000 };

/** Where it is not due, `--project oldest` asks for it. */
const ON_OLDEST = {
  test: {
    name: OLDEST,
    include: OLDEST_TESTS,
    globalSetup: "tests/support/global-setup-oldest.ts",
    isolate: false,
    ...UNITS,
  },
};

export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    reporters: ["default", "./tests/runner/reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "{client,cli,scripts,seeds}/**/*.test.ts",
            "{bench,tests/{load,mutation,runner,statements,support}}/**/*.test.ts",
          ],
          exclude: ISOLATED,
          // Loading the site again for every file took a fifth of the time.
          isolate: false,
          ...UNITS,
        },
      },
      { test: { name: "alone", include: ISOLATED, ...UNITS } },
      ...(isOldestDue() || process.argv.includes(OLDEST) ? [ON_OLDEST] : []),
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts", "drills/fuzz/fuzz.test.ts"],
          isolate: false,
          ...BROWSERS,
        },
      },
      {
        test: {
          name: "crash",
          include: ["drills/crash/{crash,processes}.test.ts", "drills/move-in/move-in.test.ts"],
          ...LONG,
        },
      },
      {
        test: {
          name: "flood",
          include: ["drills/overload/overload.test.ts"],
          ...LONG,
        },
      },
      {
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          ...BROWSERS,
        },
      },
      {
        test: {
          name: "long",
          include: ["drills/crash/disk.test.ts"],
          ...LONG,
        },
      },
    ],
  },
});
