/** The tests that mutation testing runs: `mutation.ts` names them in MUTATION_TESTS. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    include: JSON.parse(process.env.MUTATION_TESTS ?? "[]"),
    // One worker for all files of a run. Vitest starts a new one for each run, so that a mutant of a module's constants is loaded too.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
