/** Storage in a local folder. */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertKey, STREAMING_THRESHOLD_BYTES, type Storage } from "#platform/storage.ts";
import { syncFolder } from "#platform/sync-folder.ts";

/** An unfinished file older than this, in milliseconds, was left by a process that was killed. */
const ABANDONED_FILE_MS = 60 * 60 * 1000;

/** Milliseconds between two trials of whether files can be written. */
const WRITING_TRIED_MS = 60_000;

/** Resolves to null when the file or folder does not exist. */
async function orAbsent<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await orAbsent(stat(path));
    if (info && Date.now() - info.mtimeMs > ABANDONED_FILE_MS) await rm(path, { force: true });
  }
}

/**
 * Opens a store and creates its folder. Files are distributed over 256 subfolders. They are written in `unfinished/`,
 * on the same file system, and renamed into place atomically.
 * @param folder absolute path, used by nothing else
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const unfinished = join(folder, "unfinished");
  await mkdir(unfinished, { recursive: true });
  await removeAbandoned(unfinished);

  function pathOf(key: string): string {
    assertKey(key);
    return join(folder, createHash("sha256").update(key).digest("hex").slice(0, 2), key);
  }

  /** When a file was last written as a trial: access rights tell nothing of a full or broken disk. */
  let writtenAt = Number.NEGATIVE_INFINITY;

  return {
    async put(key, body) {
      const path = pathOf(key);
      const temporary = join(unfinished, randomUUID());
      try {
        // `flush` syncs the file, so that the rename below cannot come to disk before its content.
        await writeFile(temporary, body, { flag: "wx", mode: 0o644, flush: true });
        if (await mkdir(dirname(path), { recursive: true })) await syncFolder(folder);
        await rename(temporary, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(key) {
      const handle = await orAbsent(open(pathOf(key)));
      if (!handle) return null;
      let streamed = false;
      try {
        const { mtimeMs, size } = await handle.stat();
        const etag = `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
        streamed = size > STREAMING_THRESHOLD_BYTES;
        return { body: streamed ? handle.createReadStream() : await handle.readFile(), size, etag };
      } finally {
        if (!streamed) await handle.close();
      }
    },
    async exists(key) {
      return (await orAbsent(stat(pathOf(key)))) !== null;
    },
    async delete(key) {
      const path = pathOf(key);
      await orAbsent(unlink(path).then(() => syncFolder(dirname(path))));
    },
    async check() {
      await Promise.all(
        [folder, unfinished].map((place) => access(place, constants.R_OK | constants.W_OK | constants.X_OK)),
      );
      // What has failed is tried at each call.
      if (performance.now() - writtenAt < WRITING_TRIED_MS) return;
      const trial = join(unfinished, randomUUID());
      await writeFile(trial, "x", { flush: true }).finally(() => rm(trial, { force: true }));
      writtenAt = performance.now();
    },
  };
}
