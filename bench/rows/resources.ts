/** Resources of the site: memory, time to start, space on disk, bytes of a first visit. */
import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launchOwnBrowser, visit } from "#tests/support/browser.ts";
import type { Bench, Rows } from "../harness/bench.ts";
import type { Target } from "../harness/figures.ts";
import { startSite } from "../harness/site.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const MB = 1024 * 1024;

/** First of all rows: what a site takes that nobody has asked anything but whether it is ready. */
export const restRows: Rows = {
  async "memory: at rest"({ site }, what) {
    await delay(2000);
    const { app, database } = site.memory();
    return [
      { what: `${what}, the site`, unit: "MB", measured: [app] },
      { what: `${what}, its database`, unit: "MB", measured: [database] },
    ];
  },
};

/** Last of all rows: the most that all the others made it take. */
export const peakRows: Rows = {
  async "memory: under load"({ site }, what) {
    const { app, database } = site.peak();
    return [
      { what: `${what}, the site`, unit: "MB", measured: [app], target: { atMost: 250 } },
      { what: `${what}, its database`, unit: "MB", measured: [database] },
      { what: `${what}, both`, unit: "MB", measured: [app + database], target: { atMost: 1024 } },
    ];
  },
};

/** Facts about a size before its site is started for the other rows. */
export interface Stopped {
  dataDir: string;
  logFile: string;
  rounds: number;
}

export const startRows: Rows<Stopped> = {
  async "cold start"({ dataDir, logFile, rounds }, what) {
    const measured: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const site = await startSite(dataDir, logFile);
      measured.push(site.startedIn);
      await site.stop();
    }
    return [{ what: `${what}, until /readyz says yes`, unit: "ms", measured }];
  },
};

/** Bytes of all files in a folder; what has several names counts once. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stats = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  const sizes = new Map(stats.map(({ ino, size }) => [ino, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Folders of the packages that production needs, those within others left out. */
async function productionPackages(): Promise<string[]> {
  const { stdout } = await promisify(execFile)("npm", ["ls", "--omit=dev", "--all", "--parseable"], {
    cwd: root,
    maxBuffer: 64 * MB,
  }).catch((error: { stdout?: string }) => {
    // Optional packages for other systems are missing, which npm reports by its exit code.
    if (error.stdout) return { stdout: error.stdout };
    throw error;
  });
  const folders = [...new Set(stdout.split("\n").filter((line) => line.includes("node_modules")))].sort();
  return folders.filter((folder) => !folders.some((outer) => folder.startsWith(`${outer}/`)));
}

export const installationRows: Rows<object> = {
  async installation(_, what) {
    const packages = await productionPackages();
    let bytes = 0;
    for (const folder of packages) bytes += await bytesIn(folder);
    const built = await bytesIn(join(root, "dist"));
    const note = `${packages.length} packages`;
    return [
      { what: `${what}, production packages`, unit: "MB", measured: [bytes / MB], note },
      { what: `${what}, built pages`, unit: "MB", measured: [built / MB] },
    ];
  },
};

const KINDS: Record<string, string> = {
  Document: "HTML",
  Script: "script",
  Stylesheet: "style",
  Font: "fonts",
  Image: "pictures",
};

const SCRIPT: Target = { atMost: 130 };
const WHOLE: Target = { atMost: 400 };

/** KB as they come over the wire at a first visit that does not scroll, by kind. */
async function pageBytes(origin: string, path: string): Promise<Map<string, number>> {
  const browser = await launchOwnBrowser();
  try {
    const { page } = await visit(browser, origin, { viewport: { width: 1280, height: 800 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const kinds = new Map<string, string>();
    const sums = new Map<string, number>();
    session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = KINDS[kinds.get(requestId) ?? ""] ?? "other";
      sums.set(kind, (sums.get(kind) ?? 0) + encodedDataLength / 1024);
    });
    await page.goto(path, { waitUntil: "networkidle" });
    return sums;
  } finally {
    await browser.close();
  }
}

const PAGES: Record<string, { path: (bench: Bench) => string; script?: Target; whole?: Target }> = {
  home: { path: () => "/", script: SCRIPT },
  library: { path: () => "/prompts", script: SCRIPT, whole: WHOLE },
  detail: { path: ({ facts }) => `/prompts/${facts.topId}` },
};

export const pageRows: Rows = {};
for (const [name, { path, script, whole }] of Object.entries(PAGES)) {
  pageRows[`bytes of a first visit: ${name}`] = async (bench) => {
    const sums = await pageBytes(bench.site.origin, path(bench));
    const scripts = sums.get("script") ?? 0;
    const all = [...sums.values()].reduce((sum, part) => sum + part, 0);
    const note = [...sums].map(([kind, bytes]) => `${kind} ${Math.round(bytes)}`).join(", ");
    return [
      { what: `first visit to ${name}, script`, unit: "KB", measured: [scripts], target: script },
      { what: `first visit to ${name}, all`, unit: "KB", measured: [all], target: whole, note },
    ];
  };
}
