/** Tests: units and API calls, then journeys in browsers, two files at a time; last, sites that are killed and one that is flooded. What takes minutes is `npm run test:long`. */
import { defineConfig } from "vitest/config";

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
          include: ["src/**/*.test.{ts,tsx}", "seeds/**/*.test.ts", "tests/{load,support}/**/*.test.ts"],
          // Many of them wait: for a retry, a limit, a process that ends.
          maxWorkers: 3,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/{e2e,fuzz}/**/*.test.ts"],
          sequence: { groupOrder: 1 },
          // Two browsers and two servers share what may be two cores: what ran out of time is tried once more.
          retry: 1,
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
