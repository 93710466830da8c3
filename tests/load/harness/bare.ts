/** A bare server's process: told what to send, it sends that to whoever asks for anything. */

import type { WireAnswer } from "./load.ts";
import { ask, startChild } from "./processes.ts";

export interface Bare {
  /** What it is, as the table says. */
  name: string;
  pid: number;
  /** @returns the server's origin */
  serve(answer: WireAnswer): Promise<string>;
  close(): void;
}

function open(name: string, module: string): Bare {
  const child = startChild(module);
  return {
    name,
    pid: child.pid ?? 0,
    serve: async (answer) => `http://127.0.0.1:${await ask<number>(child, answer)}`,
    close: () => void child.kill("SIGKILL"),
  };
}

export const openBare = (): Bare => open("bare node:http", "./bare-process.ts");
export const openBareFastify = (): Bare => open("bare Fastify route", "./bare-fastify-process.ts");
