/**
 * Checks that package-lock.json installs on every platform; `--fix` completes it.
 *
 * npm drops an optional platform package from the lock file when the registry lacks it, and `npm ci` then fails
 * elsewhere ("Missing: … from lock file"). An entry without integrity is enough for npm.
 *
 * What packages want of Node.js is not kept: npm would compare it with its own Node.js, which runs none of them, and leave
 * out optional ones, such as the bundler's binary on Debian 12.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  resolved?: string;
  optionalDependencies?: Record<string, string>;
  engines?: unknown;
}

const lockFile = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Record<string, LockedPackage> };
const fix = process.argv.includes("--fix");
const faults: string[] = [];

/** Whether Node's module resolution finds `name` from the package at `path` in the lock. */
function isLocked(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

/** Derives the platform from a package's name, such as `@biomejs/cli-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> {
  const pick = (words: string[]) => words.filter((word) => name.split(/[-/.]/).includes(word));
  const os = pick([
    "android",
    "darwin",
    "linux",
    "win32",
    "freebsd",
    "openbsd",
    "netbsd",
    "sunos",
    "aix",
    "wasm32",
  ]);
  const cpu = pick(["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64"]);
  const libc = name.endsWith("musl") ? ["musl"] : name.endsWith("gnu") ? ["glibc"] : undefined;
  if (os[0] === "wasm32") return { cpu: ["wasm32"] };
  return { ...(os.length && { os }), ...(cpu.length && { cpu }), ...(libc && { libc }) };
}

for (const [path, locked] of Object.entries(lock.packages)) {
  if (locked.resolved?.startsWith("http")) faults.push(`${path} keeps a download address`);
  if (fix && path) delete locked.engines;
  if (path && locked.engines) faults.push(`${path} says which Node.js installs it`);
  for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    if (fix && /^\d/.test(version)) {
      lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), optional: true };
    } else {
      faults.push(`${name} ${version}, optional for ${path || "the project"}, is absent`);
    }
  }
}

if (fix) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
}
if (faults.length) {
  console.error(`package-lock.json: ${faults.join("\npackage-lock.json: ")}`);
  console.error("Run: scripts/node.sh scripts/lockfile.ts --fix");
  process.exit(1);
}
