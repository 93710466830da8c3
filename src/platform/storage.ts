/** Storage of files that are too large for the database: the interface of all stores. */
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { StorageError } from "./storage/s3-errors.ts";

export interface StoredFile {
  body: Buffer | Readable;
  /** Length in bytes. */
  size: number;
  /** Changes with the file; quoted, as HTTP requires (RFC 9110, section 8.8.3). */
  etag: string;
}

/**
 * A flat store of whole files. A key has 1 to 200 characters of `a-z`, `0-9`, `.`, `_`, `-` and starts with a letter or
 * digit. Every function throws when the store fails; a missing file is not a failure.
 */
export interface Storage {
  /** Stores or replaces a file atomically: readers see the old file or the new one, never a part. */
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Returns the file, or null when there is none. Callers read a streamed body to its end or destroy it. */
  get(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>;
  /** Resolves when the store is available. @throws Error otherwise */
  check(): Promise<void>;
}

/** Larger files, in bytes, are streamed: a slow reader then keeps a chunk in memory, not the whole file. */
export const STREAMING_THRESHOLD_BYTES = 128 * 1024;

/** @throws Error for an invalid key: a valid one cannot name or leave a folder */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9._-]{0,199}$/.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
}

/** Reads a whole file; null when there is none. */
export async function readFile(storage: Pick<Storage, "get">, key: string): Promise<Buffer | null> {
  const file = await storage.get(key);
  return file && (Buffer.isBuffer(file.body) ? file.body : buffer(file.body));
}

/** Error codes of a full, read-only or failing disk. */
const DISK_UNAVAILABLE = new Set(["ENOSPC", "EROFS", "EDQUOT", "EIO", "EMFILE", "ENFILE"]);

/** Whether an error means that the store is unavailable, rather than that the request was wrong. */
export function isStorageUnavailable(error: unknown): boolean {
  if (error instanceof StorageError) return error.away;
  return DISK_UNAVAILABLE.has((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Writes, reads and deletes a small file, as the site will.
 * @throws Error when the store fails or returns something else
 */
export async function tryStorage(storage: Storage): Promise<void> {
  await storage.check();
  const key = `check-${randomBytes(6).toString("hex")}`;
  const written = randomBytes(32);
  try {
    await storage.put(key, written, "application/octet-stream");
    if (!(await readFile(storage, key))?.equals(written))
      throw new Error("storage: it answers other bytes than were written");
  } finally {
    await storage.delete(key);
  }
  if (await storage.exists(key)) throw new Error("storage: it does not remove files");
}
