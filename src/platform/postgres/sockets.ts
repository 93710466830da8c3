/** The private folder of the server's socket. Its path is short: socket paths are limited to about 100 bytes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Account, giveTo } from "./cluster.ts";

const PREFIX = "prompteca-pg-";

/** Creates a folder that only `account` and root can enter. */
export async function makeSocketDir(account: Account): Promise<string> {
  // Under systemd use the service's runtime folder: its /tmp may be private, and a backup started by hand would not see
  // it. Otherwise prefer /tmp: TMPDIR may be long, or accessible to root only.
  const [runtime] = process.env.RUNTIME_DIRECTORY?.split(":") ?? [];
  const folder = await mkdtemp(join(runtime || "/tmp", PREFIX)).catch(() => mkdtemp(join(tmpdir(), PREFIX)));
  await giveTo(account, folder);
  return folder;
}

/** Removes such a folder with its dead sockets; ignores any other folder. */
export async function removeSocketDir(folder: string): Promise<void> {
  if (basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true });
}
