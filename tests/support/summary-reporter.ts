/** Ends a test run with one line for whoever, or whatever, reads only that: `N passed, N failed`. */
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file or suite that breaks outside its tests fails the run, and so must show as a failure.
    const broken = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const failed =
      count("failed") + broken.filter((part) => part.errors().length).length + unhandledErrors.length;
    const skipped = count("skipped");
    // Whatever is still said while the run is taken down comes before this line.
    process.once("exit", (code) => {
      // Neither may a run that broke before its first test look like a success.
      const failures = failed || (code ? 1 : 0);
      process.stdout.write(
        `\n${count("passed")} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ""}\n`,
      );
    });
  }
}
