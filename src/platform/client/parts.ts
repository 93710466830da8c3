/** Lazily loaded modules: a timeout, and recovery when they fail to load. */
import { keep, readStored } from "./browser-storage.ts";
import { timeLimit } from "./time-limit.ts";

/** Timeout for loading a module, in milliseconds. */
const PART_TIMEOUT_MS = 30_000;
/** Timeout of the check whether the site is available, in milliseconds. */
const READY_TIMEOUT_MS = 5000;
/** Minimum time between two reloads, in milliseconds: what one did not fix, the next will not. */
const MIN_RELOAD_INTERVAL_MS = 60_000;
const LAST_RELOAD_KEY = "prompteca-fresh-start";

/** A module failed to load: no connection, or a newer version of the site has other files. */
export class PartMissingError extends Error {
  override name = "PartMissingError";
}

/**
 * Loads a module by dynamic import.
 * @throws PartMissingError when that fails. The browser caches the failure until the page is reloaded
 */
export function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const missing = (cause?: unknown) => reject(new PartMissingError("a part did not load", { cause }));
    const timer = setTimeout(missing, PART_TIMEOUT_MS);
    load()
      .then(resolve, missing)
      .finally(() => clearTimeout(timer));
  });
}

/** Whether the site is available, including its database. */
export async function siteAnswers(): Promise<boolean> {
  try {
    return (await fetch("/readyz", { cache: "no-store", signal: timeLimit(READY_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page if that can help: the site is available, and the last reload was not a moment ago. Otherwise the
 * user would lose the page to the browser's error page, or be caught in a reload loop.
 * @returns whether the page is being reloaded
 */
export async function startAfresh(): Promise<boolean> {
  const last = Number(readStored(LAST_RELOAD_KEY, "tab"));
  if (Date.now() - last < MIN_RELOAD_INTERVAL_MS || !(await siteAnswers())) return false;
  // Without storage, the page may just have been reloaded.
  if (!keep(LAST_RELOAD_KEY, String(Date.now()), "tab")) return false;
  location.reload();
  return true;
}
