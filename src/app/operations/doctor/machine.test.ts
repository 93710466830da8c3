/** The doctor's findings about memory, disks and clocks, as the machine tells them. */
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { newFolder } from "#tests/support/doctor.ts";
import { compareClocks, type Findings } from "./finding.ts";
import { examineDataFolder, examineMemory } from "./machine.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

async function allOf(findings: Findings): Promise<string[]> {
  const said: string[] = [];
  for await (const [verdict, says] of findings) said.push(`${verdict} ${says}`);
  return said;
}
const MB = 1024 ** 2;

test("memory is enough for the process, or for its database too", async () => {
  vi.spyOn(process, "constrainedMemory").mockReturnValue(0);
  for (const [DATABASE_URL, has, finding] of [
    ["postgres://db.example/site", 350, /^ok 350 MB, \d+ cores$/],
    ["postgres://db.example/site", 349, /^warning 349 MB, \d+ cores; 350 MB are advised$/],
    ["", 900, /^ok 900 MB/],
    ["", 899, /^warning 899 MB, .*; 900 MB are advised$/],
  ] as const) {
    vi.spyOn(os, "totalmem").mockReturnValue(has * MB);
    syncBuiltinESMExports();
    const config = readConfig({ DATA_DIR: "/nowhere", ...(DATABASE_URL && { DATABASE_URL }) });
    expect(await allOf(examineMemory(config))).toEqual([expect.stringMatching(finding)]);
  }
  // What a container may use counts, not what the machine has.
  vi.spyOn(process, "constrainedMemory").mockReturnValue(100 * MB);
  expect(await allOf(examineMemory(readConfig({ DATA_DIR: "/nowhere" })))).toEqual([
    expect.stringMatching(/^warning 100 MB/),
  ]);
});

test("a disk is full, getting full, or has no room for more files", async () => {
  const config = readConfig({ DATA_DIR: await newFolder() });
  for (const [free, of, ffree, files, finding] of [
    [199, 200, 100, 1000, /^wrong .*: 199 MB free \(100 %\): the disk is full$/],
    [200, 2001, 100, 1000, /^warning .*: 200 MB free \(10 %\): the disk is getting full$/],
    [200, 2000, 99, 1000, /^warning .*, but room for 10 % of its files only \(inodes\)$/],
    [200, 2000, 100, 1000, /^ok .*: 200 MB free \(10 %\), writable$/],
    [200, 2000, 0, 0, /^ok /],
  ] as const) {
    const space = { bavail: free, blocks: of, bsize: MB, ffree, files };
    vi.spyOn(fs, "statfs").mockResolvedValue(space as never);
    syncBuiltinESMExports();
    expect(await allOf(examineDataFolder(config))).toEqual([expect.stringMatching(finding)]);
  }
});

test("a folder of another account is no folder for root", async ({ skip }) => {
  skip(process.getuid?.() !== 0, "only root can give a folder away");
  const DATA_DIR = await newFolder();
  await fs.chown(DATA_DIR, 65534, 65534);
  expect(await allOf(examineDataFolder(readConfig({ DATA_DIR })))).toContainEqual(
    "warning it belongs to account 65534, and this is root: run as the site does",
  );
});

test("a clock is ahead or behind by more than the answer took", async () => {
  const at = (tells: number) => allOf(compareClocks("its clock", tells, 10_000, 11_000));
  expect(await at(13_000)).toEqual([]);
  expect(await at(8000)).toEqual([]);
  expect(await at(13_001)).toEqual(["warning its clock is 2.5 s ahead of the clock here"]);
  expect(await at(7999)).toEqual(["warning its clock is 2.5 s behind the clock here"]);
});
