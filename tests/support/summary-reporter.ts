/** Ends a test run with why tests were not run, and a summary on the last line: `N passed, N failed`. */
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";
import { countOldestTests, noteOldestPassed } from "./oldest-stamp.ts";

export default class SummaryReporter implements Reporter {
  #isWhole = true;

  onInit(vitest: Vitest): void {
    this.#isWhole = !vitest.config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file or suite that fails outside of its tests fails the run, so it must count as a failure.
    const broken = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const failed =
      count("failed") + broken.filter((part) => part.errors().length).length + unhandledErrors.length;
    const skipped = count("skipped");
    const oldest = modules.filter(({ project }) => project.name === "oldest");
    if (this.#isWhole && oldest.length === countOldestTests() && oldest.every((module) => module.ok()))
      noteOldestPassed();
    const reasons = new Set(
      tests
        .map((test) => test.result())
        .flatMap((result) => (result.state === "skipped" && result.note) || []),
    );
    // Output of the teardown comes before this line.
    process.once("exit", (code) => {
      // A run that failed before its first test must not look successful either.
      const failures = failed || (code ? 1 : 0);
      for (const reason of reasons) process.stdout.write(`\nnot run: ${reason}`);
      process.stdout.write(
        `\n${count("passed")} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ""}\n`,
      );
    });
  }
}
