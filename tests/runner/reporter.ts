/** Tells why tests were not run, and records how each file ended, where `npm test` asks for it. */
import { stripVTControlCharacters } from "node:util";
import {
  parseCLI,
  type Reporter,
  type SerializedError,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from "vitest/node";
import { appendLine, type FailedTest, type Line, RECORD } from "./record.ts";

const inOneLine = (error: { message: string } | undefined) =>
  stripVTControlCharacters(error?.message ?? "")
    .trim()
    .split("\n", 1)
    .join();

function failuresOf(module: TestModule): FailedTest[] {
  const failures = [...module.children.allTests("failed")].map((test) => ({
    test: test.fullName,
    error: inOneLine(test.result().errors?.[0]),
  }));
  // The file or a suite fails outside of its tests: it does not load, or a hook throws.
  for (const part of [module, ...module.children.allSuites()])
    for (const error of part.errors())
      failures.push({ test: part.type === "suite" ? part.fullName : "", error: inOneLine(error) });
  if (!module.ok() && failures.length === 0) failures.push({ test: "", error: "failed without an error" });
  return failures;
}

export default class RunReporter implements Reporter {
  #record = process.env[RECORD];
  #vitest: Vitest | undefined;

  #append(line: Line): void {
    if (this.#record) appendLine(this.#record, line);
  }

  onInit(vitest: Vitest): void {
    if (!this.#record) return;
    this.#vitest = vitest;
    // Vitest reports errors of teardowns to nobody, and sets its exit code after this.
    vitest.onClose(() => {
      this.#append({ kind: "finished", exitCode: Number(process.exitCode ?? 0) });
      process.exitCode = 0;
    });
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const files = specifications.map(({ project, moduleId }) => ({ project: project.name, path: moduleId }));
    this.#append({ kind: "expected", files });
    if (!this.#vitest) return;
    for (const argument of parseCLI(["vitest", ...process.argv.slice(2)]).filter) {
      const matched = await this.#vitest.globTestSpecifications([argument]);
      if (matched.length === 0) this.#append({ kind: "unmatched", argument });
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const count = (state: "passed" | "skipped") => [...module.children.allTests(state)].length;
    this.#append({
      kind: "ended",
      file: { project: module.project.name, path: module.moduleId },
      passed: count("passed"),
      skipped: count("skipped"),
      failures: failuresOf(module),
    });
  }

  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    for (const error of uncaught) {
      const text = [error.stack ?? error.message, error.cause?.message].filter(Boolean).join("\n");
      this.#append({
        kind: "uncaught",
        error: stripVTControlCharacters(text),
        path: error.VITEST_TEST_PATH as string | undefined,
      });
    }
    const reasons = new Set<string>();
    for (const module of modules)
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        if (result.state === "skipped" && result.note) reasons.add(result.note);
      }
    for (const reason of reasons) process.stdout.write(`\nnot run: ${reason}\n`);
  }
}
