/** Set up before each test file: notes the process that it runs in, where an error of the file before it may surface. */
import { beforeAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    pid?: number;
  }
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest refuses anything else.
beforeAll(({}, suite) => {
  suite.meta.pid = process.pid;
});
