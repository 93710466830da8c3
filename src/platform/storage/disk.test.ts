import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer as readWhole } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StoredFile } from "#platform/storage.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { openDiskStorage } from "./disk.ts";

// Spied on, because only a power failure would show its effect.
vi.mock("#platform/sync-folder.ts", { spy: true });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "prompteca-disk-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test("a file comes back as it was put, until it is deleted", async () => {
  const storage = await openDiskStorage(folder);
  const body = randomBytes(1000);
  expect(await storage.get("a-400.webp")).toBeNull();
  expect(await storage.exists("a-400.webp")).toBe(false);

  await storage.put("a-400.webp", body, "image/webp");
  expect(await storage.exists("a-400.webp")).toBe(true);
  expect(await storage.get("a-400.webp")).toEqual({
    body,
    size: 1000,
    etag: expect.stringMatching(/^"[\w-]+"$/),
  });

  await storage.delete("a-400.webp");
  await storage.delete("a-400.webp");
  expect(await storage.get("a-400.webp")).toBeNull();
});

test("what was put or deleted stays so, whatever happens to the power", async () => {
  const storage = await openDiskStorage(folder);
  for (const change of [
    () => storage.put("k", Buffer.from("one"), "text/plain"),
    () => storage.delete("k"),
  ]) {
    vi.mocked(syncFolder).mockClear();
    await change();
    expect(vi.mocked(syncFolder)).toHaveBeenCalledWith(expect.stringMatching(/\/[0-9a-f]{2}$/));
  }
});

test("what was put is there for the next process", async () => {
  await (await openDiskStorage(folder)).put("k", Buffer.from("one"), "text/plain");
  expect((await (await openDiskStorage(folder)).get("k"))?.body.toString()).toBe("one");
});

test("the ETag changes with the file", async () => {
  const storage = await openDiskStorage(folder);
  await storage.put("k", Buffer.from("one"), "text/plain");
  const before = await storage.get("k");
  await storage.put("k", Buffer.from("three"), "text/plain");
  expect((await storage.get("k"))?.etag).not.toBe(before?.etag);
});

const whole = ({ body }: StoredFile) => (Buffer.isBuffer(body) ? body : readWhole(body));

test("readers never see a part of a file, however many write it at once", async () => {
  const storage = await openDiskStorage(folder);
  const bodies = [1, 2, 3, 4].map((fill) => Buffer.alloc(3_000_000 + fill, fill));
  let writing = true;
  const writes = Promise.all(bodies.map((body) => storage.put("k", body, "image/webp"))).finally(() => {
    writing = false;
  });
  const seen: Buffer[] = [];
  while (writing) {
    const file = await storage.get("k");
    if (file) seen.push(await whole(file));
  }
  await writes;
  seen.push(await whole((await storage.get("k")) as StoredFile));
  for (const body of seen) expect(bodies.some((whole) => whole.equals(body))).toBe(true);
  expect(await readdir(join(folder, "unfinished"))).toEqual([]);
});

test("a failed put leaves nothing behind", async () => {
  const storage = await openDiskStorage(folder);
  await expect(storage.put("k", null as unknown as Buffer, "image/webp")).rejects.toThrow();
  expect(await storage.exists("k")).toBe(false);
  expect(await readdir(join(folder, "unfinished"))).toEqual([]);
});

test("what a killed process left unfinished is never visible and goes away, but not what another is writing", async () => {
  const storage = await openDiskStorage(folder);
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
  await writeFile(join(folder, "unfinished", "old"), "half");
  await utimes(join(folder, "unfinished", "old"), hours(2), hours(2));
  await writeFile(join(folder, "unfinished", "new"), "half");
  expect(await storage.exists("old")).toBe(false);
  expect(await storage.exists("new")).toBe(false);

  await openDiskStorage(folder);
  expect(await readdir(join(folder, "unfinished"))).toEqual(["new"]);
});

test.each(["", ".", "..", "../k", "a/b", "a\\b", "/etc/passwd", "A", ".hidden", "k\0", "a".repeat(201)])(
  "a key such as %j is refused by every call",
  async (key) => {
    const storage = await openDiskStorage(folder);
    await expect(storage.put(key, Buffer.from("x"), "text/plain")).rejects.toThrow("not a storage key");
    await expect(storage.get(key)).rejects.toThrow("not a storage key");
    await expect(storage.exists(key)).rejects.toThrow("not a storage key");
    await expect(storage.delete(key)).rejects.toThrow("not a storage key");
  },
);

test("a store whose folder is gone says that it cannot be used", async () => {
  const gone = join(folder, "gone");
  const storage = await openDiskStorage(gone);
  await storage.check();
  await rm(gone, { recursive: true });
  await expect(storage.check()).rejects.toThrow();
});
