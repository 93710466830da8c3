/** Pictures after a restore of the database alone: which are missing, which nobody owns, and how a backup of the site helps. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Faults } from "#drills/crash/check.ts";
import { pathTo } from "./engines.ts";

/** Splits what a check found: of pictures a restore of the database alone knows nothing. */
export function splitPictures({ lost, half }: Faults) {
  const missing = new Set(
    half.flatMap((fault) => (fault.startsWith("no file ") ? [fault.slice("no file ".length)] : [])),
  );
  const isOfPictures = (fault: string) =>
    fault.startsWith("no file ") ||
    fault.startsWith("nobody owns ") ||
    missing.has(/^GET \/media\/(\S+): 404$/.exec(fault)?.[1] ?? "");
  return {
    faults: [...lost, ...half.filter((fault) => !isOfPictures(fault))],
    missing,
    unowned: half.filter((fault) => fault.startsWith("nobody owns ")).length,
  };
}

/** Names of pictures and previews in a backup, from those of their files. */
export function namesOf(files: Iterable<string>): Set<string> {
  return new Set(
    [...files].map((file) => file.replace(/^preview-(\d+)\.jpg$/, "preview $1").split("-")[0] ?? ""),
  );
}

/** Reads from a backup of the site's own which pictures and previews had lost their files. */
export async function lostPictures(backup: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(pathTo("tar"), ["-xOf", backup, "manifest.json"]);
  return (JSON.parse(stdout) as { files: { lost: { names: string[] } } }).files.lost.names;
}

/** Puts those files of a backup of the site's own into a data folder that it lacks. */
export async function bringPictures(backup: string, scratch: string, dataDir: string): Promise<void> {
  await mkdir(scratch);
  await promisify(execFile)(pathTo("tar"), ["-xf", backup, "-C", scratch, "files"]);
  for (const key of await readdir(join(scratch, "files"))) {
    const shelf = createHash("sha256").update(key).digest("hex").slice(0, 2);
    const path = join(dataDir, "media", shelf, key);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(scratch, "files", key), path).catch(() => {});
  }
}
