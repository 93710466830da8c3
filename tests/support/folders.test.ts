/** What a killed test run leaves behind is gone before the next. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolderOnDisk, makeTestFolder, removeAbandoned } from "./folders.ts";

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const process = spawn("true");
  await once(process, "exit");
  return process.pid ?? 0;
}

test.skipIf(process.platform !== "linux")(
  "a killed run's processes, folders and sockets are removed, a running one's stay",
  async () => {
    const dead = await deadPid();
    const folders = ["/dev/shm", tmpdir()].map((parent, index) =>
      join(parent, `prompteca-tests-${dead}-abcde${index}`),
    );
    for (const folder of folders) await mkdir(join(folder, "postgres.draft-1"), { recursive: true });
    const sockets = await mkdtemp("/tmp/prompteca-pg-");
    await writeFile(join(sockets, ".s.PGSQL.5432.lock"), `${dead}\n/somewhere\n`);
    const own = [await makeTestFolder(), await makeFolderOnDisk(), await mkdtemp("/tmp/prompteca-pg-")];
    await writeFile(join(own[2] ?? "", ".s.PGSQL.5432.lock"), `${process.pid}\n/somewhere\n`);
    onTestFinished(async () => {
      for (const folder of [...folders, ...own, sockets]) await rm(folder, { recursive: true, force: true });
    });
    const left = [
      spawn("sleep", ["600"], { env: { ...process.env, TMPDIR: folders[1] } }),
      spawn("sleep", ["600"], { cwd: folders[0] }),
      spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)", folders[0] ?? ""]),
    ];
    const ends = left.map((one) => once(one, "exit"));
    const running = spawn("sleep", ["600"], { cwd: own[0] });
    onTestFinished(() => {
      for (const one of [...left, running]) one.kill("SIGKILL");
    });
    await removeAbandoned();
    expect(await Promise.all(ends)).toEqual(left.map(() => [null, "SIGKILL"]));
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
    expect(existsSync(sockets)).toBe(false);
    expect(running.exitCode ?? running.signalCode).toBe(null);
    for (const folder of own) expect(await readdir(folder)).toBeInstanceOf(Array);
  },
);
