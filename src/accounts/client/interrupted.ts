/**
 * The action that a login interrupted, to be finished after it: kept for an hour in this browser, because a mailed link
 * opens in another tab. Only the last action is kept. It is never taken from an address, so that a link cannot make somebody
 * like or save something.
 */
import { useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "#platform/client/browser-storage.ts";
import { safeNextPath } from "./account-paths.ts";

export interface Interrupted {
  /** The page to go on with. */
  path: string;
  /** The action, as in "Entre para …". */
  purpose: string;
  /** The login's own effect, as in "… depois do login." */
  promise?: string | undefined;
  /** The task after the login, by its name in the room that does it, with what was typed for it. */
  task?: { name: string; id: number | string; draft?: string | undefined } | undefined;
}

const KEY = "prompteca-interrupted";
const MAX_AGE = 60 * 60 * 1000;
const LONGEST_TEXT = 300;
const LONGEST_DRAFT = 2000;

const isText = (value: unknown, longest = LONGEST_TEXT) =>
  typeof value === "string" && value.length <= longest;

/**
 * @param stored from storage, where another version or a person may have written it
 * @param now in milliseconds since 1970
 * @returns null unless it is whole and at most an hour old
 */
export function parseInterrupted(stored: string | null, now: number): Interrupted | null {
  try {
    const { path, purpose, promise, task, at } = JSON.parse(stored ?? "null");
    if (!(at <= now && now - at < MAX_AGE)) return null;
    if (!isText(path) || safeNextPath(path) !== path) return null;
    if (!isText(purpose) || !(promise === undefined || isText(promise))) return null;
    if (task !== undefined && !(isText(task?.name) && (isText(task?.id) || Number.isSafeInteger(task?.id))))
      return null;
    if (!(task?.draft === undefined || isText(task.draft, LONGEST_DRAFT))) return null;
    return { path, purpose, promise, task };
  } catch {
    return null;
  }
}

/** The same object as long as nothing changed, as React wants it. */
let last: { stored: string | null; value: Interrupted | null } = { stored: null, value: null };

/** The task that is to be finished; null when there is none, or no storage. */
export function readInterrupted(): Interrupted | null {
  const stored = readStored(KEY);
  const value = parseInterrupted(stored, Date.now());
  if (stored !== last.stored || !value !== !last.value) last = { stored, value };
  return last.value;
}

/** Remembers an interrupted action, in place of an earlier one. Without storage it has to be pressed again. */
export function rememberInterrupted(interrupted: Interrupted): void {
  writeStored(KEY, JSON.stringify({ ...interrupted, at: Date.now() }));
}

/** It is finished, or no longer wanted. */
export function forgetInterrupted(): void {
  writeStored(KEY, null);
}

/** The task that is to be finished; null on the server and in its markup. */
export function useInterrupted(): Interrupted | null {
  return useSyncExternalStore(onStored, readInterrupted, () => null);
}
