/** The folder of the server's socket: short, because a socket's path may have some hundred bytes, and the owner's alone. */
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Account } from "./cluster.ts";

const PREFIX = "prompteca-pg-";

/** Makes a folder that only `account` (and root) may enter. */
export async function makeSocketDir({ uid, gid }: Account): Promise<string> {
  // The usual folder first: TMPDIR may be long, or closed to other accounts than root.
  const folder = await mkdtemp(`/tmp/${PREFIX}`).catch(() => mkdtemp(join(tmpdir(), PREFIX)));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** Removes such a folder with the dead sockets in it; any other is left alone. */
export async function removeSocketDir(folder: string): Promise<void> {
  if (basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true });
}
