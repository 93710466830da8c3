/**
 * Mutation testing of the rules (docs/mutation-testing.md): Stryker breaks them one place at a time, and each time a
 * test must fail. Without an argument it takes all groups, otherwise those that are named.
 * @example
 * npm run test:mutation -- language media
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Stryker } from "@stryker-mutator/core";
import { GROUPS } from "./groups.ts";

/** Percent of a group's mutants that its tests must kill. */
const LEAST = 80;

/** Killed, timed out: a test noticed. Survived, without coverage: none did. */
const NOTICED = ["Killed", "Timeout"];
const MISSED = ["Survived", "NoCoverage"];

interface Report {
  files: Record<string, { mutants: { static?: boolean; status: string }[] }>;
}

/**
 * Forgets the survivors among a module's constants: Stryker does not see which tests reach those, and would not try them
 * again when only tests were added.
 */
function forgetStaticSurvivors(incrementalFile: string): void {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(incrementalFile, "utf8"));
  } catch {
    return; // There was no run before.
  }
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter((mutant) => !(mutant.static && mutant.status === "Survived"));
  }
  writeFileSync(incrementalFile, JSON.stringify(report));
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(", ")}. There are ${Object.keys(GROUPS).join(", ")}.`);
  process.exit(1);
}

const lines: string[] = [];
for (const [name, parts] of Object.entries(GROUPS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const statuses: string[] = [];
  for (const [index, { mutate, tests }] of parts.entries()) {
    // Vitest's configuration reads it in Stryker's child process.
    process.env.MUTATION_TESTS = JSON.stringify(tests);
    const report = `reports/mutation/${name}-${index + 1}`;
    const incrementalFile = `${report}.incremental.json`;
    forgetStaticSurvivors(incrementalFile);
    const results = await new Stryker({
      mutate,
      testRunner: "vitest",
      vitest: { configFile: "tests/mutation/vitest.config.ts" },
      plugins: ["@stryker-mutator/vitest-runner"],
      ignorePatterns: ["/bench-data", "/data", "/docs/screenshots", "/reports"],
      // Stryker would rewrite it with the compiler's JavaScript interface, which TypeScript 7 does not have.
      tsconfigFile: "none",
      incremental: true,
      incrementalFile,
      reporters: ["clear-text", "html", "progress-append-only"],
      clearTextReporter: { logTests: false, reportTests: false, allowColor: false, skipFull: false },
      htmlReporter: { fileName: `${report}.html` },
      allowConsoleColors: false,
      // A busy machine must not pass for a mutant that never ends.
      timeoutMS: 20_000,
      timeoutFactor: 5,
      dryRunTimeoutMinutes: 20,
    }).runMutationTest();
    statuses.push(...results.map(({ status }) => status));
  }
  const count = (wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const score = (100 * count(NOTICED)) / (count(NOTICED) + count(MISSED));
  if (!(score >= LEAST)) process.exitCode = 1;
  lines.push(
    `${name}: ${score.toFixed(1)}% of ${count(NOTICED) + count(MISSED)} mutants killed, ` +
      `${count(["Timeout"])} of them because the tests never ended`,
  );
}
console.log(lines.join("\n"));
