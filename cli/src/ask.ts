/** Questions to the person at the terminal. They go to stderr, so that stdout has nothing but the answer. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CliError, EXIT, type Io, write } from "./io.ts";
import { safeOutput } from "./terminal.ts";

/** Characters of a key that is read; a line of a stream without end stops there. */
const LONGEST_SECRET = 500;

/** Whether somebody can answer. */
export const isInteractive = ({ stdin, stderr }: Pick<Io, "stdin" | "stderr">): boolean =>
  stdin.isTTY === true && stderr.isTTY === true;

const interrupted = () => new CliError(EXIT.interrupted, "");

/** Asks one question after the other. @throws CliError on Ctrl-C and Ctrl-D */
export async function ask(io: Io, questions: readonly string[]): Promise<string[]> {
  const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: true });
  const ending = new AbortController();
  lines.on("SIGINT", () => ending.abort());
  lines.on("close", () => ending.abort());
  const answers: string[] = [];
  try {
    for (const question of questions)
      answers.push(await lines.question(safeOutput(question), { signal: ending.signal }));
    return answers;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    await write(io.stderr, "\n");
    throw interrupted();
  } finally {
    lines.close();
  }
}

/** Reads a line that the terminal does not show; from a pipe, its first line. */
export async function askSecret(io: Io, question: string): Promise<string> {
  if (!isInteractive(io)) return readLine(io);
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.stdin, output: muted, terminal: true, historySize: 0 });
  const ending = new AbortController();
  lines.on("SIGINT", () => ending.abort());
  lines.on("close", () => ending.abort());
  await write(io.stderr, question);
  try {
    return (await lines.question("", { signal: ending.signal })).trim();
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    throw interrupted();
  } finally {
    lines.close();
    await write(io.stderr, "\n");
  }
}

async function readLine({ stdin }: Pick<Io, "stdin">): Promise<string> {
  let read = "";
  for await (const chunk of stdin) {
    read += String(chunk);
    if (read.includes("\n") || read.length > LONGEST_SECRET) break;
  }
  return (read.split("\n")[0] ?? "").trim();
}
