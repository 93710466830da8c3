/** Returns the keys of the pictures in a data folder. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";

export async function mediaFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, "media"), { recursive: true });
  return names
    .map((name) => basename(name))
    .filter((name) => name.includes("."))
    .sort();
}
