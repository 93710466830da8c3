/** Runs recorded statements without the site: what the database and its driver alone can do. */
import type { PoolConfig } from "pg";
import { ask, startChild } from "./processes.ts";
import type { Statement } from "./recorder.ts";

export interface Replay {
  connection: PoolConfig;
  /** For each connection the calls that it repeats in turns, each a list of statements. */
  cycles: Statement[][][];
  seconds: number;
}

export type Replayer = ReturnType<typeof openReplayer>;

export function openReplayer(connection: PoolConfig) {
  const child = startChild("./replay-process.ts");
  return {
    /** @returns calls a second */
    run: (cycles: Replay["cycles"], seconds: number) =>
      ask<number>(child, { connection, cycles, seconds } satisfies Replay),
    close: () => void child.kill("SIGKILL"),
  };
}
