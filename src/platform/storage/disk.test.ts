import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readFile } from "#platform/storage.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { openDiskStorage } from "./disk.ts";

// Spied on, because only a power failure would show its effect.
vi.mock("#platform/sync-folder.ts", { spy: true });

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test("a file is read as it was put, by the next process too, until it is replaced or deleted", async () => {
  const storage = await openDiskStorage(folder);
  const body = randomBytes(1000);
  expect(await storage.get("a-400.webp")).toBeNull();
  expect(await storage.exists("a-400.webp")).toBe(false);

  await storage.put("a-400.webp", body, "image/webp");
  expect(await storage.exists("a-400.webp")).toBe(true);
  const etag = expect.stringMatching(/^"[\w-]+"$/);
  const stored = await storage.get("a-400.webp");
  expect(stored).toEqual({ body, size: 1000, etag });
  expect(await readFile(await openDiskStorage(folder), "a-400.webp")).toEqual(body);

  await storage.put("a-400.webp", randomBytes(1001), "image/webp");
  expect((await storage.get("a-400.webp"))?.etag).not.toBe(stored?.etag);

  await storage.delete("a-400.webp");
  await storage.delete("a-400.webp");
  expect(await storage.get("a-400.webp")).toBeNull();
});

test("a power failure undoes neither put nor delete", async () => {
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

test("readers never see a part of a file, however many write it at once", async () => {
  const storage = await openDiskStorage(folder);
  const bodies = [1, 2, 3, 4].map((fill) => Buffer.alloc(3_000_000 + fill, fill));
  let writing = true;
  const writes = Promise.all(bodies.map((body) => storage.put("k", body, "image/webp"))).finally(() => {
    writing = false;
  });
  const seen: Buffer[] = [];
  while (writing) {
    const file = await readFile(storage, "k");
    if (file) seen.push(file);
  }
  await writes;
  seen.push((await readFile(storage, "k")) ?? Buffer.alloc(0));
  for (const body of seen) expect(bodies.some((whole) => whole.equals(body))).toBe(true);
  expect(await readdir(join(folder, "unfinished"))).toEqual([]);
});

test("a failed put leaves nothing behind", async () => {
  const storage = await openDiskStorage(folder);
  await expect(storage.put("k", null as unknown as Buffer, "image/webp")).rejects.toThrow();
  expect(await storage.exists("k")).toBe(false);
  expect(await readdir(join(folder, "unfinished"))).toEqual([]);
});

test("unfinished files are invisible; those of a killed process are removed, those being written are not", async () => {
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

test("a store without its folder fails its check", async () => {
  const gone = join(folder, "gone");
  const storage = await openDiskStorage(gone);
  await storage.check();
  await rm(gone, { recursive: true });
  await expect(storage.check()).rejects.toThrow();
});

test("a store in which no file can be written fails its check, which tries it once a minute", async () => {
  const storage = await openDiskStorage(folder);
  const unfinished = join(folder, "unfinished");
  await storage.check();
  expect(await readdir(unfinished), "nothing is left of it").toEqual([]);
  const [before, changed] = [await stat(unfinished), () => stat(unfinished)];
  await storage.check();
  expect((await changed()).mtimeMs, "within a minute no file is written").toBe(before.mtimeMs);

  // Access rights say that root may write there; it takes no file, as a full disk.
  await rm(unfinished, { recursive: true });
  await symlink("/proc/self", unfinished);
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 61_000);
  await expect(storage.check()).rejects.toThrow();
  await rm(unfinished);
  await mkdir(unfinished);
  await storage.check();
  vi.restoreAllMocks();
});
