/**
 * Set up before each test file: records the process that it runs in, where what the file before it left may hit it, and
 * lets nothing that a test changed or a file left open reach the next.
 */
import { afterAll, beforeEach, onTestFinished, TestRunner, vi } from "vitest";
import { beginTest, endFile, endTest } from "#tests/support/left-open.ts";
import { appendLine, RECORD } from "./record.ts";

const record = process.env[RECORD];
const { file } = TestRunner.getCurrentSuite();
// Before the file is loaded: that may end the process.
if (record)
  appendLine(record, {
    kind: "began",
    file: { project: file.projectName ?? "", path: file.filepath },
    pid: process.pid,
  });

// Set up before all others, these hooks end last: what a test gives back itself is back by then.
beforeEach(() => {
  beginTest();
  onTestFinished(async () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await endTest();
  });
});
afterAll(endFile);
