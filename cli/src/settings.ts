/**
 * The settings file: which site, and a key for each. A key belongs to the site that it was saved for and is sent to no
 * other. Nobody else may read the file.
 */
import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError, EXIT, type Io } from "./io.ts";
import type { Texts } from "./texts.ts";

export interface Settings {
  /** The site, unless a run names another. */
  url?: string;
  /** By origin. */
  keys: Record<string, string>;
}

/** Where the system keeps settings of programs. */
export function settingsPath({ env, home, platform }: Pick<Io, "env" | "home" | "platform">): string {
  const folder =
    platform === "win32"
      ? (env.APPDATA ?? join(home, "AppData", "Roaming"))
      : (env.XDG_CONFIG_HOME ?? join(home, ".config"));
  return join(folder, "prompteca", "settings.json");
}

const isText = (value: unknown): value is string => typeof value === "string";

/** @throws CliError when others may read the file, or it is none of ours */
export async function readSettings(
  io: Pick<Io, "env" | "home" | "platform">,
  texts: Texts,
): Promise<Settings> {
  const path = settingsPath(io);
  let content: string;
  try {
    // Windows has other permissions; the folder is the user's there.
    if (io.platform !== "win32" && (await stat(path)).mode & 0o077)
      throw new CliError(EXIT.failed, texts.settingsOpen(path));
    content = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { keys: {} };
    if (error instanceof CliError) throw error;
    throw new CliError(EXIT.failed, texts.settingsUnreadable(path));
  }
  try {
    const { url, keys } = JSON.parse(content) as { url?: unknown; keys?: unknown };
    const saved = Object.entries((keys ?? {}) as Record<string, unknown>);
    return {
      ...(isText(url) && { url }),
      keys: Object.fromEntries(saved.filter((entry): entry is [string, string] => isText(entry[1]))),
    };
  } catch {
    throw new CliError(EXIT.failed, texts.settingsUnreadable(path));
  }
}

/** Replaces the file in one step: it is never half written, and never readable for others. */
export async function writeSettings(
  io: Pick<Io, "env" | "home" | "platform">,
  settings: Settings,
): Promise<string> {
  const path = settingsPath(io);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(beside, 0o600);
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
  return path;
}
