/** The suite of suite.test.ts. In as many projects as it asks for, and with a teardown that fails where it asks for that. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By name; otherwise what failed or took long before comes first. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  test: {
    globalSetup: process.env.PLANTED_TEARDOWN ? "teardown.ts" : [],
    sequence: { sequencer: ByName },
    reporters: ["default", "../reporter.ts"],
    projects: Array.from({ length: Number(process.env.PLANTED_PROJECTS ?? 1) }, (_, index) => ({
      test: {
        name: `planted-${index}`,
        include: ["*.planted.ts"],
        setupFiles: "../set-up.ts",
        isolate: false,
        maxWorkers: 1,
      },
    })),
  },
});
