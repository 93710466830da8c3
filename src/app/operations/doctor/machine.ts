/** Checks of this machine: memory, folders, the key file, and the storage of pictures. */
import { randomBytes } from "node:crypto";
import { access, constants, rm, stat, statfs, writeFile } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { dirname, join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { tryStorage } from "#platform/storage.ts";
import type { Findings } from "./finding.ts";

const MB = 1024 ** 2;
/** Free space in bytes below which the database may soon be unable to write. */
const LEAST_SPACE = 200 * MB;
/** Fraction of free space or inodes below which to warn. */
const SMALL_SHARE = 0.1;
/** Memory of the process, alone and with the embedded PostgreSQL, in bytes (docs/performance.md). */
const MEMORY = { withoutDatabase: 350 * MB, withDatabase: 900 * MB };

export async function* examineMemory(config: Config): Findings {
  const limit = process.constrainedMemory();
  const total = limit && limit < totalmem() ? limit : totalmem();
  const needed = config.databaseUrl ? MEMORY.withoutDatabase : MEMORY.withDatabase;
  const has = `${megabytes(total)}, ${availableParallelism()} cores`;
  yield total < needed ? ["warning", `${has}; ${megabytes(needed)} are advised`] : ["ok", has];
}

export async function* examineDataFolder({ dataDir }: Config): Findings {
  yield* examineFolder(dataDir);
  const owner = (await stat(dataDir).catch(() => undefined))?.uid;
  const account = process.getuid?.();
  if (account === 0 && owner) {
    yield ["warning", `it belongs to account ${owner}, and this is root: run as the site does`];
  }
  for (const name of ["media", "mail", "exports"]) {
    const folder = join(dataDir, name);
    if ((await nearestFolder(folder)) === folder) await access(folder, constants.W_OK | constants.X_OK);
  }
}

export async function* examineBackupFolder({ backup }: Config): Findings {
  if (backup) yield* examineFolder(backup.dir);
}

export async function* examineKeyFile({ dataDir, databaseUrl, secretKey }: Config): Findings {
  if (secretKey) return;
  const file = join(dataDir, "secret.key");
  if ((await nearestFolder(file)) === file) {
    await access(file, constants.R_OK);
    if ((await stat(file)).mode & 0o077) yield ["wrong", `others can read ${file}: chmod 600`];
  }
  if (databaseUrl) {
    yield ["warning", `SECRET_KEY is not set: other processes need the content of ${file}`];
  }
}

/** Checks a folder, or the parent of one that does not exist yet. */
async function* examineFolder(path: string): Findings {
  const folder = await nearestFolder(path);
  if (folder === path) {
    const probe = join(path, `.doctor-${randomBytes(6).toString("hex")}`);
    await writeFile(probe, "").finally(() => rm(probe, { force: true }));
  } else {
    await access(folder, constants.W_OK);
  }
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const free = bavail * bsize;
  const space = `${path}: ${megabytes(free)} free (${percent(bavail / blocks)})`;
  // File systems with dynamic inodes report none.
  const few = files > 0 && ffree / files < SMALL_SHARE;
  if (free < LEAST_SPACE) yield ["wrong", `${space}: the disk is full`];
  else if (bavail / blocks < SMALL_SHARE) yield ["warning", `${space}: the disk is getting full`];
  else if (few)
    yield ["warning", `${space}, but room for ${percent(ffree / files)} of its files only (inodes)`];
  else yield ["ok", `${space}, writable`];
}

async function nearestFolder(path: string): Promise<string> {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return there ? path : nearestFolder(dirname(path));
}

export async function* examineStorage(config: Config): Findings {
  const { bucket, endpoint } = config.s3 ?? {};
  const place = bucket
    ? `bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ""}`
    : join(config.dataDir, "media");
  if (!config.s3 && (await nearestFolder(place)) !== place) {
    yield ["ok", `${place}: made at the first start`];
    return;
  }
  const storage = await openStorage(config);
  await tryStorage(storage);
  yield ["ok", `${place}: written, read, removed`];
}

const megabytes = (bytes: number) => `${Math.round(bytes / MB).toLocaleString("en")} MB`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
