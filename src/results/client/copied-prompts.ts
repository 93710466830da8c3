/**
 * What was copied on this device, so that "Funcionou?" is asked once one can know: when the reader comes back, to the tab
 * or by another visit, at least some minutes after copying.
 */
import { useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "#platform/client/browser-storage.ts";
import { createStore } from "#platform/client/store.ts";
import { COPIED_KEY } from "#results/catalog.ts";

/** A prompt, and what tells its texts apart. */
export interface CopiedPrompt {
  id: number;
  version: number;
  edited_at: string | null;
}

/**
 * A prompt's id, what was copied of it (nothing of what was answered without copying), and when in milliseconds since 1970: 0
 * where the question is closed for good.
 */
type Copied = [id: number, text: string, at: number];

/** Prompts that are remembered; those copied or closed first are forgotten. */
const MOST = 100;
/** Milliseconds that it takes to use a prompt, and after which nobody remembers how it went. */
const SOONEST = 3 * 60_000;
const LATEST = 30 * 24 * 60 * 60_000;

const textOf = ({ version, edited_at }: CopiedPrompt) => `${version} ${edited_at}`;

/** @returns nothing where another version, or a person, has stored something else */
function read(): Copied[] {
  try {
    const stored: unknown = JSON.parse(readStored(COPIED_KEY) ?? "");
    return Array.isArray(stored) ? (stored.filter(Array.isArray) as Copied[]) : [];
  } catch {
    return [];
  }
}

const find = (id: number) => read().find((one) => one[0] === id);

function write(...copied: Copied): void {
  const others = read().filter(([id]) => id !== copied[0]);
  writeStored(COPIED_KEY, JSON.stringify([...others.slice(1 - MOST), copied]));
}

/** Remembers that a prompt was copied; a question that is closed stays so. */
export function rememberCopied(prompt: CopiedPrompt): void {
  write(prompt.id, textOf(prompt), find(prompt.id)?.[2] === 0 ? 0 : Date.now());
}

/** Ids of what was copied on this device, latest first. @param most so many at most */
export const lastCopied = (most: number): number[] =>
  read()
    .filter(([, text]) => text)
    .map(([id]) => id)
    .slice(-most)
    .reverse();

/** The reader has answered about a prompt, or does not want to be asked about it any more. */
export function closeQuestion(id: number): void {
  write(id, find(id)?.[1] ?? "", 0);
}

/** When the reader has come: with the page, or back to its tab or window. */
const arrived = createStore(Date.now());
const arrive = () => {
  if (document.visibilityState === "visible") arrived.set(Date.now());
};
document.addEventListener("visibilitychange", arrive);
// Coming back from a window beside this one changes no visibility.
window.addEventListener("focus", arrive);

function isDue(prompt: CopiedPrompt): boolean {
  const [, text, at = 0] = find(prompt.id) ?? [];
  const passed = arrived.get() - at;
  return text === textOf(prompt) && passed >= SOONEST && passed < LATEST;
}

/** Whether to ask about a prompt: what was copied is what it is now. */
export const useAsked = (prompt: CopiedPrompt): boolean =>
  useSyncExternalStore(
    (changed) => {
      const ends = [arrived.subscribe(changed), onStored(changed)];
      return () => ends.forEach((end) => void end());
    },
    () => isDue(prompt),
    () => false,
  );
