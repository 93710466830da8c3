/** An unlinked temporary file: texts are appended, then read back in parts. It disappears with the process. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

const SPOOL_CHUNK_BYTES = 64 * 1024;

/** A byte range of the file; `end` is exclusive. */
export interface Part {
  start: number;
  end: number;
}

export interface Spool {
  append(text: string): Promise<void>;
  /** Size in bytes: start of the next part. */
  readonly size: number;
  read(part: Part): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** @param folder with free space; created if missing */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  // An unlinked file exists until it is closed or the process ends.
  await rm(path, { force: true });
  let size = 0;
  return {
    get size() {
      return size;
    },
    async append(text) {
      const bytes = Buffer.from(text);
      await file.write(bytes, 0, bytes.length, size);
      size += bytes.length;
    },
    async *read({ start, end }) {
      for (let position = start; position < end; ) {
        const length = Math.min(SPOOL_CHUNK_BYTES, end - position);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
        if (bytesRead === 0) throw new Error("spool: the file is shorter than what was written");
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
    },
    close: () => file.close(),
  };
}
