/** Where files live that are too large for the database: what every store promises. */
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { StorageError } from "./storage/s3-errors.ts";

export interface StoredFile {
  body: Buffer | Readable;
  /** Length in bytes. */
  size: number;
  /** Changes when the file does; quoted, as HTTP wants it (RFC 9110, section 8.8.3). */
  etag: string;
}

/**
 * A flat store of whole files. A key is 1 to 200 of `a-z`, `0-9`, `.`, `_`, `-`, beginning with a letter or digit.
 * Every function throws when the store fails; an absent file is not a failure.
 */
export interface Storage {
  /** Stores a file, replacing one of the same key. Readers see the old file or the whole new one, never a part. */
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** The file, or null when there is none. Who does not read a streamed body to its end destroys it. */
  get(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  /** Removes a file; one that is not there is fine. */
  delete(key: string): Promise<void>;
  /** Resolves when the store can be used now. */
  check(): Promise<void>;
}

/** What a full, read-only or failing disk says of itself. */
const DISK_AWAY = new Set(["ENOSPC", "EROFS", "EDQUOT", "EIO", "EMFILE", "ENFILE"]);

/** Whether an error tells that the store cannot be used now, and not that something asked of it was wrong. */
export function isStorageAway(error: unknown): boolean {
  if (error instanceof StorageError) return error.away;
  return DISK_AWAY.has((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Writes, reads and removes a small file, as the site will.
 * @throws when the store fails, or does not do as it was told
 */
export async function tryStorage(storage: Storage): Promise<void> {
  await storage.check();
  const key = `check-${randomBytes(6).toString("hex")}`;
  const written = randomBytes(32);
  try {
    await storage.put(key, written, "application/octet-stream");
    const file = await storage.get(key);
    const read = file && Buffer.concat(Buffer.isBuffer(file.body) ? [file.body] : await file.body.toArray());
    if (!read?.equals(written)) throw new Error("storage: it answers other bytes than were written");
  } finally {
    await storage.delete(key);
  }
  if (await storage.exists(key)) throw new Error("storage: it does not remove files");
}
