/** The tests that mutation testing runs: `mutation.ts` names them in MUTATION_TESTS. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The first failure ends a mutant's run: short files come first, and those that wait for a crowd last. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    include: JSON.parse(process.env.MUTATION_TESTS ?? "[]"),
    sequence: { sequencer: ShortestFirst },
    // One worker for all files of a run. Each run starts a new one, which loads the mutants of modules' constants too.
    isolate: false,
    // Stryker ends what takes too long; a busy machine must fail no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
