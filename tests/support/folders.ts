/** Temporary folders named after their process, so that a later run can clean up after it. */
import { statfsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "#platform/postgres/postgres.ts";

const PREFIX = "prompteca-tests-";

/** Linux keeps it in memory, where a database is cloned in a fifth of the processor's time that a disk takes. */
const IN_MEMORY = "/dev/shm";
/** In bytes: several times what a run has had there at once. */
const ROOM = 2 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM;
  } catch {
    return false;
  }
}
export const memoryHasRoom = hasRoom();
const parent = memoryHasRoom ? IN_MEMORY : tmpdir();

/** Creates an empty folder, which the caller removes. A cluster in it is called `postgres`. */
export function makeTestFolder(): Promise<string> {
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}

/** Stops the server in a test folder, whichever process started it, and removes the folder. */
export async function removeTestFolder(folder: string): Promise<void> {
  const servers = (await readdir(folder)).includes("postgres");
  const postgres = servers
    ? await startPostgres({ dataDir: join(folder, "postgres") }).catch(() => undefined)
    : undefined;
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Cleans up after test runs that were killed. */
export async function removeAbandonedFolders(): Promise<void> {
  const entries = await readdir(parent, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    // If several runs find one, that whose rename succeeds cleans up.
    const claimed = join(parent, `${PREFIX}${process.pid}-${name.slice(-6)}`);
    const isOurs = await rename(join(parent, name), claimed).then(
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
