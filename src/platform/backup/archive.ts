/** The file of a backup: a standard tar archive that ends with its own checksum. */

import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";
import { OperatorError } from "#platform/operator-error.ts";
import { syncFolder } from "#platform/sync-folder.ts";

const TAR_BLOCK_BYTES = 512;
/** Length of the end of an archive: two empty blocks. */
const END_OF_ARCHIVE_BYTES = 2 * TAR_BLOCK_BYTES;
/** Length of the last entry, which has the checksum, and the end. */
const SEAL_BYTES = 2 * TAR_BLOCK_BYTES + END_OF_ARCHIVE_BYTES;
const MANIFEST = "manifest.json";

export type Archive = Awaited<ReturnType<typeof createArchive>>;

/** Path of an archive until it is finished. */
export const unfinishedName = (path: string) => `${path}.part`;

/**
 * Creates an archive that only its owner can read.
 * @throws OperatorError when the file exists
 */
export async function createArchive(path: string) {
  const part = unfinishedName(path);
  const taken = await stat(path).catch(() => undefined);
  if (taken) throw new OperatorError(`${path} exists: a backup never replaces a file.`);
  const handle = await open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new OperatorError(
      `${part} exists: another backup is being written there, or one was broken off. Remove it.`,
    );
  });
  const hash = createHash("sha256");
  let bytes = 0;
  let finished = false;

  async function write(chunk: Buffer) {
    await handle.writeFile(chunk);
    bytes += chunk.length;
  }
  /** Appends a file. */
  async function add(name: string, body: Buffer) {
    const entry = (await archiveOf(name, body)).subarray(0, -END_OF_ARCHIVE_BYTES);
    hash.update(entry);
    await write(entry);
  }
  return {
    add,
    /** Appends manifest and checksum, and renames the file once all is on disk. @returns the archive's size in bytes */
    async finish(manifest: object) {
      const offset = bytes;
      await add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
      await write(await sealOf(offset, hash.update(String(offset)).digest("hex")));
      await handle.sync();
      await handle.close();
      await rename(part, path);
      await syncFolder(dirname(path));
      finished = true;
      return bytes;
    },
    /** Removes the archive unless it is finished. */
    async discard() {
      if (finished) return;
      await handle.close().catch(() => {});
      await rm(part, { force: true });
    },
  };
}

/** Returns a whole archive with one file. The same input gives the same bytes. */
async function archiveOf(name: string, body: Buffer): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name, mode: 0o600, mtime: new Date(0) }, body);
  archive.finalize();
  return buffer(archive);
}

/** Returns the last entry and the archive's end: the manifest's offset, and a SHA-256 of all before and the offset. */
function sealOf(offset: number, digest: string): Promise<Buffer> {
  return archiveOf("checksum", Buffer.from(`${digest} ${String(offset).padStart(20, "0")}\n`));
}

type Visit = (name: string, body: Buffer) => Promise<void>;

export type ArchiveReader = Awaited<ReturnType<typeof openArchive>>;

/**
 * Opens an archive after reading it completely and comparing its checksum.
 * @param signal aborts reading, now or later
 * @throws OperatorError when it is damaged, truncated, or no backup
 */
export async function openArchive(path: string, signal?: AbortSignal) {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path} cannot be read: ${error.message}`);
  });
  try {
    const offset = await verify(handle, path);
    const { size } = await handle.stat();
    let manifest: unknown;
    await readEntries(handle, offset, size - SEAL_BYTES, signal, async (name, body) => {
      if (name === MANIFEST) manifest = JSON.parse(body.toString());
    });
    return {
      /** The manifest given to `finish`. */
      manifest,
      /** Calls `visit` for each file in order, one at a time. */
      async read(visit: Visit) {
        if (offset) await readEntries(handle, 0, offset, signal, visit);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Compares the archive with its checksum. @returns the manifest's offset. @throws OperatorError when they differ */
async function verify(handle: FileHandle, path: string): Promise<number> {
  const damaged = new OperatorError(`${path} is damaged, cut short or no backup: nothing of it was used.`);
  const { size } = await handle.stat();
  if (size < SEAL_BYTES + TAR_BLOCK_BYTES) throw damaged;
  const tail = Buffer.alloc(SEAL_BYTES);
  await handle.read(tail, 0, SEAL_BYTES, size - SEAL_BYTES);
  const [, offset = ""] =
    /^[0-9a-f]{64} (\d{20})\n/.exec(tail.subarray(TAR_BLOCK_BYTES, 2 * TAR_BLOCK_BYTES).toString()) ?? [];
  const hash = createHash("sha256");
  for await (const chunk of contentOf(handle, 0, size - SEAL_BYTES)) hash.update(chunk);
  const seal = await sealOf(Number(offset), hash.update(String(Number(offset))).digest("hex"));
  if (!offset || !seal.equals(tail)) throw damaged;
  return Number(offset);
}

/** Reads a part of the file; `end` is the first byte beyond it. */
function contentOf(handle: FileHandle, start: number, end: number) {
  return handle.createReadStream({ start, end: end - 1, autoClose: false });
}

async function readEntries(
  handle: FileHandle,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
  visit: Visit,
): Promise<void> {
  const entries = extract();
  const reading = pipeline(contentOf(handle, start, end), entries);
  reading.catch(() => {});
  for await (const entry of entries) {
    signal?.throwIfAborted();
    await visit(entry.header.name, await buffer(entry));
  }
  await reading;
}
