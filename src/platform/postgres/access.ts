/** Who may connect to the embedded server: by its socket, and as the account of this system that the site runs as. */
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
 * Writes `pg_hba.conf` and `pg_ident.conf`: peer authentication alone, for this process's account, root, and whom the cluster
 * belongs to. `nobody`, as whom root has the server run, is not among them: other programs run as it too.
 * @param dataDir the cluster
 * @param owner whom its files belong to; without numbers this process's account
 * @returns whether anything was changed, of which a running server has to be told
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

/** Whole or not at all: a server may read it at any moment. @returns whether it was different */
async function replace(path: string, content: string, { uid, gid }: Account): Promise<boolean> {
  if ((await readFile(path, "utf8").catch(() => "")) === content) return false;
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, content, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
  await rename(draft, path);
  return true;
}
