/** A folder for one part, of a user that PostgreSQL, Patroni and pgBackRest agree to run as: they refuse root. */
import { execFileSync } from "node:child_process";
import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeTestFolder } from "#tests/support/folders.ts";

export interface Owner {
  name: string;
  uid: number;
  gid: number;
}

export interface Folder {
  path: string;
  owner: Owner;
  /** Makes a folder within. @returns its path */
  folder(name: string): Promise<string>;
  /** Writes a file within. @returns its path */
  file(name: string, text: string, mode?: number): Promise<string>;
  remove(): Promise<void>;
}

/** Owner of the engines: Debian's `postgres` where we are root, else the present user. */
export function findOwner(): Owner {
  const id = (...args: string[]) => execFileSync("id", args, { encoding: "utf8" }).trim();
  const name = process.getuid?.() === 0 ? "postgres" : id("-un");
  return { name, uid: Number(id("-u", name)), gid: Number(id("-g", name)) };
}

export async function openFolder(): Promise<Folder> {
  const owner = findOwner();
  const path = await makeTestFolder();
  await chown(path, owner.uid, owner.gid);
  return {
    path,
    owner,
    async folder(name) {
      const made = join(path, name);
      await mkdir(made, { mode: 0o700 });
      await chown(made, owner.uid, owner.gid);
      return made;
    },
    async file(name, text, mode = 0o600) {
      const written = join(path, name);
      await writeFile(written, text, { mode });
      await chown(written, owner.uid, owner.gid);
      return written;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
