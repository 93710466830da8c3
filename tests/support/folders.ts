/** Temporary folders that bear the number of the process that made them, so that a later run can clear up after it. */
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "#platform/postgres/postgres.ts";

const PREFIX = "prompteca-tests-";

/** An empty folder, for the caller to remove. A cluster in it is called `postgres`. */
export function makeTestFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Stops the server in a test folder, whoever started it, and removes the folder. */
export async function removeTestFolder(folder: string): Promise<void> {
  const servers = (await readdir(folder)).includes("postgres");
  const postgres = servers
    ? await startPostgres({ dataDir: join(folder, "postgres") }).catch(() => undefined)
    : undefined;
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Clears up after test runs that were killed. */
export async function removeAbandonedFolders(): Promise<void> {
  const entries = await readdir(tmpdir(), { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    // Of several runs that start now, the one whose renaming succeeds clears up.
    const claimed = join(tmpdir(), `${PREFIX}${process.pid}-${name.slice(-6)}`);
    const isOurs = await rename(join(tmpdir(), name), claimed).then(
      () => true,
      () => false,
    );
    if (isOurs) await removeTestFolder(claimed);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
