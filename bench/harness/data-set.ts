/** The data that a benchmark runs on: generated once for each size, and kept outside the repository. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @param parent folder of all sets, each named by its size
 * @returns the folder for `DATA_DIR`
 * @throws when it cannot be generated
 */
export async function ensureDataSet(parent: string, prompts: number): Promise<string> {
  const folder = join(parent, String(prompts));
  if (existsSync(folder)) return folder;
  console.error(`Generating ${prompts} prompts, once: they are kept in ${folder}.`);
  await mkdir(parent, { recursive: true });
  // Made aside and renamed, so that an existing folder is whole.
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  const generator = fileURLToPath(new URL("../bench-data.ts", import.meta.url));
  const child = spawn(process.execPath, [generator, "--prompts", String(prompts), "--data", draft], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.once("exit", () => child.kill());
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the data for ${prompts} prompts could not be generated`);
  await rename(draft, folder);
  return folder;
}
