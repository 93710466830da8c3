/** Surroundings of a run; tests give it others. */
import type { Readable, Writable } from "node:stream";
import { safeOutput } from "./terminal.ts";

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
}

export interface Io {
  /** Without program and script. */
  args: string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The user's home folder. */
  home: string;
  stdin: Readable & Terminal & { setRawMode?(raw: boolean): unknown };
  stdout: Writable & Terminal;
  stderr: Writable & Terminal;
}

/** Commands the terminal. Waits until it has gone out: a slow reader slows the program instead of filling its memory. */
export function writeSequence(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes whatever people read, and nothing that commands the terminal. */
export const write = (stream: Writable, text: string): Promise<void> =>
  writeSequence(stream, safeOutput(text));

/** How a run ends (README.md). */
export const EXIT = {
  ok: 0,
  /** The site refused, or something failed here. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  notFound: 3,
  /** The key is missing, wrong, or does not open this. */
  key: 4,
  /** The site does not answer, or not as it should. */
  network: 5,
  /** Too many calls. */
  tooOften: 6,
  /** Ctrl-C; 128 and the number of the signal. */
  interrupted: 130,
} as const;

/** A failure with a message of one sentence, which is printed without a stack. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.name = "CliError";
    this.exitCode = exitCode;
  }
}
