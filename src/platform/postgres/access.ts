/** Access rules of the embedded server: only through its socket, and only for the system account of the site. */
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Account, giveTo, readAccounts, SUPERUSER } from "./cluster.ts";
import { USER } from "./lock.ts";

const PEER_MAP = "site";
const FILE_HEADER = "# Written by Prompteca at each start.\n";
const ROLES = [SUPERUSER, USER];
const HBA_RULES = FILE_HEADER + ROLES.map((role) => `local all ${role} peer map=${PEER_MAP}\n`).join("");

/**
 * Writes `pg_hba.conf` and `pg_ident.conf`: only peer authentication, for the account of this process, root, and the
 * owner of the cluster. `nobody`, which owns the cluster when root starts the site, is excluded, because other programs
 * run as `nobody` too.
 * @param dataDir the cluster's folder
 * @param owner owner of the cluster's files; without ids, the account of this process
 * @returns whether the rules changed; a running server must then reload them
 */
export async function writeAccessRules(dataDir: string, owner: Account): Promise<boolean> {
  const known = await readAccounts();
  const names = known.flatMap(({ name, uid }) =>
    uid === 0 || (uid === owner.uid && name !== "nobody") ? [name] : [],
  );
  const allowed = new Set([userInfo().username, ...names]);
  const map = ROLES.flatMap((role) => [...allowed].map((name) => `${PEER_MAP} "${name}" ${role}\n`)).join("");
  const changed = [
    await replace(join(dataDir, "pg_ident.conf"), FILE_HEADER + map, owner),
    await replace(join(dataDir, "pg_hba.conf"), HBA_RULES, owner),
  ];
  return changed.includes(true);
}

/** Replaces a file atomically, because the server may read it at any time. @returns whether the content changed */
async function replace(path: string, content: string, owner: Account): Promise<boolean> {
  if ((await readFile(path, "utf8").catch(() => "")) === content) return false;
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, content, { mode: 0o600 });
  await giveTo(owner, draft);
  await rename(draft, path);
  return true;
}
