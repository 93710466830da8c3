/** The folder of the server's socket: short, because a socket's path may have some hundred bytes, and the owner's alone. */
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Account } from "./cluster.ts";

const PREFIX = "prompteca-pg-";

/** Makes a folder that only `account` (and root) may enter. */
export async function makeSocketDir({ uid, gid }: Account): Promise<string> {
  // A service that systemd starts has a folder of its own: its /tmp may be one that a backup started by hand does not see.
  // Then the usual one: TMPDIR may be long, or closed to other accounts than root.
  const [runtime] = process.env.RUNTIME_DIRECTORY?.split(":") ?? [];
  const folder = await mkdtemp(join(runtime || "/tmp", PREFIX)).catch(() => mkdtemp(join(tmpdir(), PREFIX)));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** Removes such a folder with the dead sockets in it; any other is left alone. */
export async function removeSocketDir(folder: string): Promise<void> {
  if (basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true });
}
