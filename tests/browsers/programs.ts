/** The programs of browsers that only some machines have. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** @returns the path of the first that can be run; names are looked up in PATH, paths are taken as they are */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = names.flatMap((name) =>
    name.includes("/") ? name : folders.map((folder) => join(folder, name)),
  );
  return places.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ends a program that still runs, and waits until it has. */
export async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill();
  await ended;
}
