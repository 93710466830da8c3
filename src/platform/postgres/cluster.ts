/** Creates the cluster's folder atomically, owned by the account that PostgreSQL runs as. */
import { execFile } from "node:child_process";
import { lchown, mkdir, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "#platform/operator-error.ts";

const run = promisify(execFile);

/** The cluster's superuser. The site connects as another role. */
export const SUPERUSER = "postgres";

/** A system account by its ids. Without ids: the account of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

/**
 * Returns the options to run a program on a cluster as its owner, without the site's variables. The cluster is the
 * working folder, which programs reach as `/proc/self/cwd` on Linux. So the account needs no access to the parent
 * folders, which may be root's.
 */
export function surroundings(programs: string, dataDir: string, account: Account) {
  const env: NodeJS.ProcessEnv = { LC_ALL: "C", LD_LIBRARY_PATH: join(programs, "lib") };
  return { ...account, cwd: dataDir, env };
}

/** The path by which the programs reach the cluster. @see surroundings */
export function folderName(dataDir: string): string {
  return process.platform === "linux" ? "/proc/self/cwd" : dataDir;
}

/**
 * Creates the cluster unless it exists: in a temporary folder, which is then renamed. So a crash leaves no partial
 * cluster, and of two processes one wins.
 * @param programs folder of PostgreSQL's programs
 * @param dataDir absolute path of the cluster
 * @returns the account that PostgreSQL must run as
 * @throws Error with initdb's message, or when the folder belongs to another account
 */
export async function prepareCluster(programs: string, dataDir: string): Promise<Account> {
  const existing = await stat(dataDir).catch(() => undefined);
  const account = await ownerOf(dataDir, existing);
  const files = existing ? await readdir(dataDir) : [];
  if (files.includes("PG_VERSION")) {
    // Root restored or copied it.
    if (existing?.uid === 0) await giveAway(dataDir, account);
    return account;
  }
  if (files.length) throw new Error(`${dataDir} holds files, but no PostgreSQL database.`);

  await mkdir(dirname(dataDir), { recursive: true });
  await removeAbandonedDrafts(dataDir);
  const draft = `${dataDir}.draft-${process.pid}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await giveTo(account, draft);
    await initialise(programs, draft, account);
    // Another process was faster; its cluster is equivalent.
    await rename(draft, dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return account;
}

async function initialise(programs: string, draft: string, account: Account): Promise<void> {
  const options = [
    ["-D", folderName(draft)],
    ["--username", SUPERUSER],
    // access.ts replaces these rules before each start.
    ["--auth-local", "peer"],
    ["--auth-host", "reject"],
    ["--encoding", "UTF8"],
    ["--locale", "C"],
    ["--locale-provider", "builtin"],
    ["--builtin-locale", "C.UTF-8"],
    ["--no-instructions"],
  ].flat();
  try {
    await run(join(programs, "bin/initdb"), options, surroundings(programs, draft, account));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL could not make a database in ${draft}: ${stderr?.trim() || message}`, {
      cause: error,
    });
  }
}

/** The owner of a cluster; the future one, if it is new or belongs to root: PostgreSQL refuses to run as root. */
async function ownerOf(dataDir: string, existing: Required<Account> | undefined): Promise<Account> {
  const own = process.getuid?.();
  if (own === 0) return existing?.uid ? { uid: existing.uid, gid: existing.gid } : unprivileged();
  if (!existing || existing.uid === own) return {};
  throw new OperatorError(
    `${dataDir} belongs to another account (uid ${existing.uid}): start Prompteca as that one, or as root.`,
  );
}

/** Changes the owner of everything in the folder, the folder itself last, so that an interrupted run is repeated. */
async function giveAway(dataDir: string, account: Account): Promise<void> {
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    await giveTo(account, join(entry.parentPath, entry.name));
  }
  // The folder may be a link to another disk.
  await giveTo(account, await realpath(dataDir));
}

/** Changes the owner of a file, a folder or a link. */
export async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid);
}

/** The account to use instead of root; initdb needs one with a name. */
async function unprivileged(): Promise<Required<Account>> {
  const nobody = (await readAccounts()).find(({ name }) => name === "nobody");
  if (!nobody) {
    throw new Error("PostgreSQL does not run as root, and this system has no account `nobody` to run it as.");
  }
  return { uid: nobody.uid, gid: nobody.gid };
}

/** The major version of a cluster; undefined when there is none. */
export async function majorOf(dataDir: string): Promise<number | undefined> {
  const version = await readFile(join(dataDir, "PG_VERSION"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    },
  );
  return Number.parseInt(version ?? "", 10) || undefined;
}

/** Reads the accounts in `/etc/passwd`. */
export async function readAccounts(): Promise<(Required<Account> & { name: string })[]> {
  const file = await readFile("/etc/passwd", "utf8").catch(() => "");
  return [...file.matchAll(/^([^:#\n]+):[^:\n]*:(-?\d+):(-?\d+):/gm)].map(([, name = "", uid, gid]) => ({
    name,
    uid: Number(uid) >>> 0,
    gid: Number(gid) >>> 0,
  }));
}

/** Removes temporary folders of processes that were killed. */
async function removeAbandonedDrafts(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.draft-`;
  for (const name of await readdir(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const maker = Number(name.slice(prefix.length));
    if (maker !== process.pid && isAlive(maker)) continue;
    await rm(join(dirname(dataDir), name), { recursive: true, force: true });
  }
}

/** Whether a process with this number exists, of whichever account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
