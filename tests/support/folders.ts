/** Temporary folders named after their process, so that a later run can clean up after it. */
import { readdirSync, readFileSync, readlinkSync, statfsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "#platform/postgres/cluster.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { pause } from "./pause.ts";

const PREFIX = "prompteca-tests-";
/** A test folder, with the number of its process. */
const FOLDER = /^prompteca-tests-(\d+)-\w{6}$/;
/** In which PostgreSQL listens. */
const SOCKETS = /^prompteca-pg-\w{6}$/;
/** That was drawn from (src/media/server/codecs.ts). */
const PICTURE = /^prompteca-[\da-f-]{36}\.svg$/;
/** In milliseconds. What names no process is of a killed one after it. */
const OLD = 60 * 60 * 1000;
/** The programs of a run, which keep what they write in folders that their arguments or variables name. */
const PROGRAM = /\/(node|postgres|chromium)(?: \(deleted\))?$/;

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
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends the processes that work in a folder or keep files there, and removes it. */
export async function endAndRemove(folder: string): Promise<void> {
  await killProcessesOf([folder]);
  await orTell(rm(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** Cleans up after test runs that were killed: their processes, their folders, the sockets of their databases. */
export async function removeAbandoned(): Promise<void> {
  const parents = [...new Set([IN_MEMORY, tmpdir()])];
  const found = (await Promise.all(parents.map(abandonedIn))).flat();
  await killProcessesOf(found);
  for (const folder of found) {
    // If several runs find one, that whose rename succeeds cleans up.
    const claimed = folder.replace(/-\d+-(\w{6})$/, `-${process.pid}-$1`);
    const isOurs = await rename(folder, claimed).then(
      () => true,
      () => false,
    );
    if (isOurs) await orTell(removeTestFolder(claimed));
  }
  for (const name of await readdir("/tmp").catch(() => [])) {
    const path = join("/tmp", name);
    const isLeft = SOCKETS.test(name) ? isDeadSocket(path) : PICTURE.test(name) && isOld(path);
    if (await isLeft) await orTell(rm(path, { recursive: true, force: true }));
  }
}

/** What cannot be removed keeps neither the rest nor the tests. */
async function orTell(removal: Promise<void>): Promise<void> {
  await removal.catch((error: Error) => process.stderr.write(`left behind: ${error.message}\n`));
}

async function abandonedIn(parent: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = FOLDER.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    const { uid } = await stat(path).catch(() => ({ uid: undefined }));
    if (uid === process.getuid?.()) found.push(path);
  }
  return found;
}

async function isDeadSocket(folder: string): Promise<boolean> {
  const lock = (await readdir(folder).catch(() => [])).find((file) => file.endsWith(".lock"));
  // Without a lock a server may be about to start.
  if (!lock) return isOld(folder);
  const pid = await readFile(join(folder, lock), "utf8").catch(() => "");
  return pid !== "" && !isAlive(Number.parseInt(pid, 10));
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > OLD;
}

async function killProcessesOf(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const left = () => processesOf(folders);
  for (const { pid, isPostgres } of left()) signal(pid, isPostgres ? "SIGQUIT" : "SIGKILL");
  for (let tries = 0; tries < 50 && left().length > 0; tries++) await pause(100, "processes that end");
  for (const { pid } of left()) signal(pid, "SIGKILL");
}

/** As Linux tells; none elsewhere. Neither this process nor those that it was started by. */
function processesOf(folders: readonly string[]): { pid: number; isPostgres: boolean }[] {
  const isInside = (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const own = ownLine();
  const others = processIds().filter((pid) => !own.has(pid));
  return others.flatMap((pid) => {
    const [, program] = PROGRAM.exec(told(() => readlinkSync(`/proc/${pid}/exe`))) ?? [];
    const named = program ? namedBy(pid) : [];
    const cwd = told(() => readlinkSync(`/proc/${pid}/cwd`)).replace(/ \(deleted\)$/, "");
    return [cwd, ...named].some(isInside) ? [{ pid, isPostgres: program === "postgres" }] : [];
  });
}

/** What a process has as an argument, or as the variables for its temporary files and its data. */
function namedBy(pid: number): string[] {
  const given = told(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")).split("\0");
  const variables = told(() => readFileSync(`/proc/${pid}/environ`, "utf8")).split("\0");
  return [
    ...given.map((argument) => argument.replace(/^--[\w-]+=/, "")),
    ...variables.flatMap((variable) => /^(?:TMPDIR|DATA_DIR)=(.+)$/.exec(variable)?.[1] ?? []),
  ];
}

/** This process, the one that started it, and so on. */
function ownLine(): Set<number> {
  const line = new Set<number>();
  for (let pid = process.pid; pid > 0 && !line.has(pid); ) {
    line.add(pid);
    const status = told(() => readFileSync(`/proc/${pid}/status`, "utf8"));
    pid = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
  }
  return line;
}

/** @returns what it reads; nothing of a process that has ended, or belongs to somebody else */
function told(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

function processIds(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
