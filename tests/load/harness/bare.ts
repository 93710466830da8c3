/** The bare server's process: told what to send, it sends that to whoever asks for anything. */

import type { WireAnswer } from "./load.ts";
import { ask, startChild } from "./processes.ts";

export interface Bare {
  pid: number;
  /** @returns the server's origin */
  serve(answer: WireAnswer): Promise<string>;
  close(): void;
}

export function openBare(): Bare {
  const child = startChild("./bare-process.ts");
  return {
    pid: child.pid ?? 0,
    serve: async (answer) => `http://127.0.0.1:${await ask<number>(child, answer)}`,
    close: () => void child.kill("SIGKILL"),
  };
}
