/** The process of the bare servers: told what to send, one sends that to every request. */
import type { WireAnswer } from "./load.ts";
import { ask, startChild } from "./processes.ts";

/** The servers, as the table names them. */
export type Yardstick = "bare node:http" | "bare Fastify route";

export type Bare = ReturnType<typeof openBare>;

export function openBare() {
  const child = startChild("./bare-process.ts");
  return {
    pid: child.pid ?? 0,
    /** @returns the server's origin */
    serve: async (yardstick: Yardstick, answer: WireAnswer) =>
      `http://127.0.0.1:${await ask<number>(child, { yardstick, ...answer })}`,
    close: () => void child.kill("SIGKILL"),
  };
}
