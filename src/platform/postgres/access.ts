/** Access rules of the embedded server: through its socket only, and only for the system account that the site runs as. */
import { randomBytes } from "node:crypto";
import { chown, readFile, rename, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Account, readAccounts, SUPERUSER } from "./cluster.ts";
import { USER } from "./lock.ts";

const MAP = "site";
const HEAD = "# Written by Prompteca at each start.\n";
const ROLES = [SUPERUSER, USER];
const RULES = HEAD + ROLES.map((role) => `local all ${role} peer map=${MAP}\n`).join("");

/**
 * Writes `pg_hba.conf` and `pg_ident.conf`: peer authentication only, for the account of this process, root, and the owner of the
 * cluster. `nobody`, which owns the cluster when root starts the site, is excluded: other programs run as `nobody` too.
 * @param dataDir the cluster
 * @param owner of its files; without numbers this process's account
 * @returns whether anything changed; a running server must then reload
 */
export async function writeAccessRules(dataDir: string, owner: Account): Promise<boolean> {
  const known = await readAccounts();
  const names = known.flatMap(({ name, uid }) =>
    uid === 0 || (uid === owner.uid && name !== "nobody") ? [name] : [],
  );
  const allowed = new Set([userInfo().username, ...names]);
  const map = ROLES.flatMap((role) => [...allowed].map((name) => `${MAP} "${name}" ${role}\n`)).join("");
  const changed = [
    await replace(join(dataDir, "pg_ident.conf"), HEAD + map, owner),
    await replace(join(dataDir, "pg_hba.conf"), RULES, owner),
  ];
  return changed.includes(true);
}

/** Replaces a file atomically: a server may read it at any moment. @returns whether the content is new */
async function replace(path: string, content: string, { uid, gid }: Account): Promise<boolean> {
  if ((await readFile(path, "utf8").catch(() => "")) === content) return false;
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, content, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
  await rename(draft, path);
  return true;
}
