/**
 * What a login interrupted, to be finished after it: kept for an hour in this browser, because a mailed link opens in
 * another tab. One thing at a time, the last; an address cannot write it.
 */
import { useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "#platform/client/local-storage.ts";
import { safeNextPath } from "./account-paths.ts";
import { onSessionChange } from "./session.ts";

export interface Interrupted {
  /** The page to go on with. */
  path: string;
  /** What a user was about to do, as in "Entre para …". */
  purpose: string;
  /** What the login itself brings about, as in "… assim que você entrar." */
  promise?: string | undefined;
  /** What is to be done after the login, in the words of the room that does it. */
  task?: { name: string; id: number | string } | undefined;
}

const KEY = "prompteca-interrupted";
const MAX_AGE = 60 * 60 * 1000;
const LONGEST_TEXT = 300;

const isText = (value: unknown) => typeof value === "string" && value.length <= LONGEST_TEXT;

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
    return { path, purpose, promise, task };
  } catch {
    return null;
  }
}

/** The same object as long as nothing changed, as React wants it. */
let last: { stored: string | null; value: Interrupted | null } = { stored: null, value: null };

/** What is to be finished; null when there is nothing, or no storage. */
export function readInterrupted(): Interrupted | null {
  const stored = readStored(KEY);
  const value = parseInterrupted(stored, Date.now());
  if (stored !== last.stored || !value !== !last.value) last = { stored, value };
  return last.value;
}

/** Remembers what a press began, in place of anything before. Without storage it has to be pressed again. */
export function rememberInterrupted(interrupted: Interrupted): void {
  writeStored(KEY, JSON.stringify({ ...interrupted, at: Date.now() }));
}

/** It is finished, or no longer wanted. */
export function forgetInterrupted(): void {
  writeStored(KEY, null);
}

// What somebody began does not wait for whoever logs in after them.
onSessionChange((user) => {
  if (!user) forgetInterrupted();
});

/** What is to be finished; null on the server and in its markup. */
export function useInterrupted(): Interrupted | null {
  return useSyncExternalStore(onStored, readInterrupted, () => null);
}
