/** Parts of the site that are loaded when they are needed: an end to the wait, and a way on when they do not come. */
import { timeLimit } from "./time-limit.ts";

/** How long a part may take, in milliseconds. */
const PART_LIMIT = 30_000;
/** How long the site may take to say that it is there, in milliseconds. */
const ANSWER_LIMIT = 5000;
/** One fresh start in this time, in milliseconds: what it did not mend, another will not. */
const FRESH_START_PAUSE = 60_000;
const FRESH_START_KEY = "prompteca-fresh-start";

/** A part did not arrive: no connection, or a newer version of the site has other parts. */
export class PartMissingError extends Error {
  override name = "PartMissingError";
}

/**
 * Brings in a module by dynamic import.
 * @throws PartMissingError; the browser keeps the failure for as long as the page lives, so only a fresh start helps
 */
export function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const missing = (cause?: unknown) => reject(new PartMissingError("a part did not load", { cause }));
    const timer = setTimeout(missing, PART_LIMIT);
    load()
      .then(resolve, missing)
      .finally(() => clearTimeout(timer));
  });
}

/** Whether the site can be reached and works, its database included. */
export async function siteAnswers(): Promise<boolean> {
  try {
    return (await fetch("/readyz", { cache: "no-store", signal: timeLimit(ANSWER_LIMIT) })).ok;
  } catch {
    return false;
  }
}

/**
 * Loads the whole page anew where that can help: the site answers, and it was not tried a moment ago. Without that a
 * reader would lose the page they have for the browser's own error, or be sent round in a circle.
 * @param address where to; the present one unless said otherwise
 * @returns whether the page is on its way
 */
export async function startAfresh(address?: string): Promise<boolean> {
  if (Date.now() - lastFreshStart() < FRESH_START_PAUSE || !(await siteAnswers())) return false;
  try {
    sessionStorage.setItem(FRESH_START_KEY, String(Date.now()));
  } catch {
    return false;
  }
  if (address) location.assign(address);
  else location.reload();
  return true;
}

function lastFreshStart(): number {
  try {
    return Number(sessionStorage.getItem(FRESH_START_KEY));
  } catch {
    // Where nothing can be remembered it may already have happened.
    return Date.now();
  }
}
