/** Runs the command line in this process, with streams that remember what was written. */
import { rm } from "node:fs/promises";
import { PassThrough, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { run } from "../../cli/src/run.ts";
import { makeTestFolder } from "./folders.ts";

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** Somebody sits at a terminal, of so many columns. */
  columns?: number;
  /** Input on stdin; with a terminal, a line for each question as it is asked. */
  input?: string[];
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** A folder of the test's own, for settings and files. */
export async function makeFolder(): Promise<string> {
  const folder = await makeTestFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @param url the site */
export async function runCli(
  url: string,
  args: string[],
  { env, platform = "linux", columns, input = [] }: RunOptions = {},
): Promise<Ran> {
  const isTTY = columns !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const lines = [...input];
  const written = { out: "", err: "" };
  const collect = (name: keyof typeof written) =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name] += String(chunk);
          // The person answers what they are asked.
          const isQuestion = name === "err" && isTTY && /(: |\] )$/.test(String(chunk));
          const line = isQuestion ? lines.shift() : undefined;
          if (line !== undefined) setImmediate(() => stdin.write(line));
          done();
        },
      }),
      { isTTY, ...(columns && { columns }) },
    );
  if (!isTTY) stdin.end(lines.join(""));
  const code = await run({
    args,
    env: { LANG: "pt_BR.UTF-8", TERM: "xterm", PROMPTECA_URL: url, XDG_CONFIG_HOME: "/nowhere", ...env },
    platform,
    home: "/nowhere",
    stdin,
    stdout: collect("out"),
    stderr: collect("err"),
  });
  return { code, ...written };
}
