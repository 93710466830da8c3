/**
 * What readers fill into prompts' variables. It stays in this tab until the tab is closed or the session ends, so that it
 * outlasts a visit to an AI tool, during which a phone may discard the page. It is often personal, and never sent.
 */
import { useSyncExternalStore } from "react";
import { onSessionChange } from "#accounts/client/session.ts";

/** By variable. */
export type FilledValues = ReadonlyMap<string, string>;

const STORAGE_KEY = "prompteca-filled-values";
/** Prompts whose values are stored: the last ones filled in. */
const MAX_PROMPTS = 20;

const NOTHING: FilledValues = new Map();

/** By prompt, the last one filled in at the end; undefined until storage was read. */
let stored: Map<number, FilledValues> | undefined;
const viewers = new Set<() => void>();

/** Storage may be blocked, full, or hold what another version wrote: then values last as long as the page. */
function readStorage(): Map<number, FilledValues> {
  try {
    const entries: [number, [string, string][]][] = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return new Map(entries.map(([id, values]) => [id, new Map(values)]));
  } catch {
    return new Map();
  }
}

function writeStorage(all: Map<number, FilledValues>): void {
  stored = all;
  try {
    if (all.size === 0) sessionStorage.removeItem(STORAGE_KEY);
    else
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...all].map(([id, values]) => [id, [...values]])));
  } catch {
    // As above.
  }
  for (const notify of viewers) notify();
}

export function readFilledValues(promptId: number): FilledValues {
  stored ??= readStorage();
  return stored.get(promptId) ?? NOTHING;
}

/** @param values without entries to forget them */
export function storeFilledValues(promptId: number, values: FilledValues): void {
  const others = [...(stored ?? readStorage())].filter(([id]) => id !== promptId);
  const all = values.size === 0 ? others : [...others, [promptId, values] as const];
  writeStorage(new Map(all.slice(-MAX_PROMPTS)));
}

onSessionChange((user) => {
  if (!user) writeStorage(new Map());
});

function subscribe(notify: () => void): () => void {
  viewers.add(notify);
  return () => viewers.delete(notify);
}

/** The values of a prompt; none on the server and while the page is hydrated. */
export function useFilledValues(promptId: number): FilledValues {
  return useSyncExternalStore(
    subscribe,
    () => readFilledValues(promptId),
    () => NOTHING,
  );
}
