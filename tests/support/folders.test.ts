/** What a killed test run leaves behind is gone before the next, and nothing else is. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolderOnDisk, makeTestFolder, removeAbandoned } from "./folders.ts";

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const process = spawn("true");
  await once(process, "exit");
  return process.pid ?? 0;
}

/** Makes a folder that the test takes away if it is still there. */
async function folderAt(path: string): Promise<string> {
  await mkdir(path);
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function socketsOf(pid: number): Promise<string> {
  const folder = await mkdtemp("/tmp/prompteca-pg-");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, ".s.PGSQL.5432.lock"), `${pid}\n/somewhere\n`);
  return folder;
}

/** Lets a file or folder be of yesterday. */
const age = (path: string) => utimes(path, Date.now() / 1000 - 86_400, Date.now() / 1000 - 86_400);

function startSleep() {
  const sleep = spawn("sleep", ["600"]);
  onTestFinished(() => void sleep.kill("SIGKILL"));
  return sleep;
}

const HANGS = "setInterval(() => {}, 1000)";
const onLinux = test.skipIf(process.platform !== "linux");

onLinux("a killed run's folders and sockets are removed, a running one's stay", async () => {
  const dead = await deadPid();
  const gone = [
    await folderAt(`/dev/shm/prompteca-tests-${dead}-abcde1`),
    await folderAt(join(tmpdir(), `prompteca-tests-${dead}-abcde2`)),
    await socketsOf(dead),
  ];
  await mkdir(join(gone[0] ?? "", "postgres.draft-1"));
  const stay = [
    await makeTestFolder(),
    await makeFolderOnDisk(),
    await socketsOf(process.pid),
    await folderAt(join(tmpdir(), "prompteca-tests-notes")),
    await folderAt(join(tmpdir(), `prompteca-tests-${dead}-notes-of-it`)),
  ];
  if (process.getuid?.() === 0) {
    const foreign = await folderAt(join(tmpdir(), `prompteca-tests-${dead}-abcde3`));
    await chown(foreign, 54321, 54321);
    stay.push(foreign);
  }
  onTestFinished(async () => {
    for (const folder of stay) await rm(folder, { recursive: true, force: true });
  });
  await removeAbandoned();
  expect(gone.filter((folder) => existsSync(folder))).toEqual([]);
  expect(stay.filter((folder) => !existsSync(folder))).toEqual([]);
});

onLinux("old pictures and sockets without a lock are removed, new ones stay", async () => {
  const picture = (name: string) => `/tmp/prompteca-${name}-0000-4000-8000-000000000000.svg`;
  const pictures = [picture("00000001"), picture("00000002")];
  for (const path of pictures) await writeFile(path, "");
  const sockets = [await mkdtemp("/tmp/prompteca-pg-"), await mkdtemp("/tmp/prompteca-pg-")];
  onTestFinished(async () => {
    for (const path of [...pictures, ...sockets]) await rm(path, { recursive: true, force: true });
  });
  await age(pictures[0] ?? "");
  await age(sockets[0] ?? "");
  await removeAbandoned();
  expect([...pictures, ...sockets].map((path) => existsSync(path))).toEqual([false, true, false, true]);
});

onLinux("a killed run's processes end; those that only mention its folder go on", async () => {
  const folder = await folderAt(join(tmpdir(), `prompteca-tests-${await deadPid()}-abcdef`));
  const { env, execPath } = process;
  const ended = [
    spawn("sleep", ["600"], { cwd: folder }),
    spawn(execPath, ["--eval", HANGS], { env: { ...env, TMPDIR: folder } }),
    spawn(execPath, ["--eval", HANGS], { env: { ...env, DATA_DIR: join(folder, "data") } }),
    spawn(execPath, ["--eval", HANGS, join(folder, "profile")]),
    spawn(execPath, ["--eval", HANGS, "--", `--user-data-dir=${folder}`]),
  ];
  const running = [
    spawn("sleep", ["600"], { env: { ...env, OLDPWD: folder, TMPDIR: folder } }),
    spawn(execPath, ["--eval", `${HANGS} // ${folder}`], { env: { ...env, OLDPWD: folder } }),
    spawn(execPath, ["--eval", HANGS], { env: { ...env, TMPDIR: `${folder}-notes` } }),
  ];
  onTestFinished(() => {
    for (const one of [...ended, ...running]) one.kill("SIGKILL");
  });
  const ends = ended.map((one) => once(one, "exit"));
  await removeAbandoned();
  expect(await Promise.all(ends)).toEqual(ended.map(() => [null, "SIGKILL"]));
  expect(running.map((one) => one.exitCode ?? one.signalCode)).toEqual([null, null, null]);
  expect(existsSync(folder)).toBe(false);
});

onLinux("who cleans from within such a folder goes on, and so do those that started it", async () => {
  // It has ended only for the one who cleans: the other tests that clean meanwhile leave the folder.
  const { pid } = startSleep();
  const folder = await folderAt(join(tmpdir(), `prompteca-tests-${pid}-abcdef`));
  const code = `
    const { kill } = process;
    process.kill = (pid, name) => kill.call(process, pid === ${pid} ? 2 ** 30 : pid, name);
    import(${JSON.stringify(join(import.meta.dirname, "folders.ts"))}).then((m) => m.removeAbandoned());`;
  const shell = spawn("sh", ["-c", '"$0" --eval "$1" && exit 7', process.execPath, code], { cwd: folder });
  expect(await once(shell, "exit")).toEqual([7, null]);
  expect(existsSync(folder)).toBe(false);
});

onLinux("a process of somebody else is alive", async () => {
  const folder = await folderAt(join(tmpdir(), "prompteca-tests-1-abcdef"));
  const { kill } = process;
  // As the system answers who is not root.
  const refusing = vi.spyOn(process, "kill").mockImplementation((pid, name) => {
    if (pid === 1) throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    return kill.call(process, pid, name);
  });
  onTestFinished(() => refusing.mockRestore());
  await removeAbandoned();
  expect(existsSync(folder)).toBe(true);
});

onLinux("a folder that cannot be removed does not keep the others", async () => {
  const dead = await deadPid();
  const deep = await mkdtemp("/dev/shm/prompteca-deep-");
  const suffix = deep.slice(-6);
  onTestFinished(() => {
    execFileSync("sh", ["-c", `rm -rf /dev/shm/prompteca-*-${suffix}`]);
  });
  // Longer than a path may be.
  const descend = `for (let depth = 0; depth < 20; depth++) {
    fs.mkdirSync("x".repeat(250));
    process.chdir("x".repeat(250));
  }`;
  execFileSync(process.execPath, ["--eval", descend], { cwd: deep });
  const other = await folderAt(join(tmpdir(), `prompteca-tests-${dead}-abcdef`));
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  await rename(deep, `/dev/shm/prompteca-tests-${dead}-${suffix}`);
  await removeAbandoned();
  expect(existsSync(other)).toBe(false);
  expect(told).toHaveBeenCalledWith(expect.stringMatching(/^left behind: ENAMETOOLONG/));
});
