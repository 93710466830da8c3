/** Temporary folders named after their process, so that a later run can clean up after it. */
import { readdirSync, readFileSync, readlinkSync, statfsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { pause } from "./pause.ts";

const PREFIX = "prompteca-tests-";
/** Of the folders in which PostgreSQL listens. */
const SOCKETS = "prompteca-pg-";

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

const makeIn = (parent: string): Promise<string> => mkdtemp(join(parent, `${PREFIX}${process.pid}-`));

/** Creates an empty folder, which the caller removes. A cluster in it is called `postgres`. */
export const makeTestFolder = (): Promise<string> => makeIn(memoryHasRoom ? IN_MEMORY : tmpdir());

/** The same, for what may grow larger than memory. */
export const makeFolderOnDisk = (): Promise<string> => makeIn(tmpdir());

/** Stops the server in a test folder, whichever process started it, and removes the folder. */
export async function removeTestFolder(folder: string): Promise<void> {
  const servers = (await readdir(folder)).includes("postgres");
  const postgres = servers
    ? await startPostgres({ dataDir: join(folder, "postgres") }).catch(() => undefined)
    : undefined;
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Cleans up after test runs that were killed: their processes, their folders, the sockets of their databases. */
export async function removeAbandoned(): Promise<void> {
  const parents = [...new Set([IN_MEMORY, tmpdir()])];
  const found = await Promise.all(parents.map(abandonedIn));
  await killProcessesOf(found.flat());
  for (const folder of found.flat()) {
    // If several runs find one, that whose rename succeeds cleans up.
    const claimed = folder.replace(/-\d+-(\w{6})$/, `-${process.pid}-$1`);
    const isOurs = await rename(folder, claimed).then(
      () => true,
      () => false,
    );
    if (isOurs) await removeTestFolder(claimed);
  }
  await removeDeadSockets();
}

async function abandonedIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(PREFIX))
    .filter(({ name }) => !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
    .map(({ name }) => join(parent, name));
}

/** Ends the processes that work in one of these folders or have it among their arguments or variables. */
async function killProcessesOf(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const left = () => processesOf(folders);
  for (const { pid, isPostgres } of left()) signal(pid, isPostgres ? "SIGQUIT" : "SIGKILL");
  for (let tries = 0; tries < 50 && left().length > 0; tries++) await pause(100, "processes that end");
  for (const { pid } of left()) signal(pid, "SIGKILL");
}

/** As Linux tells; none elsewhere. */
function processesOf(folders: readonly string[]): { pid: number; isPostgres: boolean }[] {
  const pids = processIds().filter((pid) => pid !== process.pid);
  return pids.flatMap((pid) => {
    const read = (what: () => string) => {
      try {
        return what();
      } catch {
        // It has ended, or belongs to somebody else.
        return "";
      }
    };
    const told = [
      read(() => readlinkSync(`/proc/${pid}/cwd`)),
      read(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")),
      read(() => readFileSync(`/proc/${pid}/environ`, "utf8")),
    ].join("\0");
    if (!folders.some((folder) => told.includes(folder))) return [];
    return [{ pid, isPostgres: read(() => readlinkSync(`/proc/${pid}/exe`)).endsWith("/postgres") }];
  });
}

function processIds(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

async function removeDeadSockets(): Promise<void> {
  for (const name of await readdir("/tmp").catch(() => [])) {
    if (!name.startsWith(SOCKETS)) continue;
    const folder = join("/tmp", name);
    const lock = (await readdir(folder).catch(() => [])).find((file) => file.endsWith(".lock"));
    // Without a lock a server may be about to start.
    const pid = lock && (await readFile(join(folder, lock), "utf8").catch(() => ""));
    if (pid && !isAlive(Number.parseInt(pid, 10))) await rm(folder, { recursive: true, force: true });
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
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
