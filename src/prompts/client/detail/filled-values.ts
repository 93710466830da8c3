/**
 * Readers' values for prompts' variables. They stay in this tab until it is closed or the session ends, so that they
 * outlast a visit to an AI tool, during which a phone may discard the page. They are often personal, and never sent.
 */
import { useSyncExternalStore } from "react";
import { onPersonLeft } from "#accounts/client/left-behind.ts";
import { useSession } from "#accounts/client/session.ts";
import { keep, readStored } from "#platform/client/browser-storage.ts";
import { createStore } from "#platform/client/store.ts";

/** By variable. */
export type FilledValues = ReadonlyMap<string, string>;

const STORAGE_KEY = "prompteca-filled-values";
/** Prompts whose values are stored: the last ones filled in. */
const MAX_PROMPTS = 20;

const NOTHING: FilledValues = new Map();

/** By prompt, the last one filled in at the end. */
const filled = createStore<ReadonlyMap<number, FilledValues> | undefined>(undefined);
let read: ReadonlyMap<number, FilledValues> | undefined;

/** Read when they are first asked for: by then it is known who is there, and another person's are gone. */
function filledNow(): ReadonlyMap<number, FilledValues> {
  read ??= readStorage();
  return filled.get() ?? read;
}

/** It may hold what another version wrote. */
function readStorage(): ReadonlyMap<number, FilledValues> {
  try {
    const entries: [number, [string, string][]][] = JSON.parse(readStored(STORAGE_KEY, "tab") ?? "[]");
    return new Map(entries.map(([id, values]) => [id, new Map(values)]));
  } catch {
    return new Map();
  }
}

function store(all: ReadonlyMap<number, FilledValues>): void {
  filled.set(all);
  const entries = [...all].map(([id, values]) => [id, [...values]]);
  keep(STORAGE_KEY, all.size === 0 ? null : JSON.stringify(entries), "tab");
}

/** @param values without entries to forget them */
export function storeFilledValues(promptId: number, values: FilledValues): void {
  const others = [...filledNow()].filter(([id]) => id !== promptId);
  const all = values.size === 0 ? others : [...others, [promptId, values] as const];
  store(new Map(all.slice(-MAX_PROMPTS)));
}

onPersonLeft(() => store(new Map()));

/** The values of a prompt; none on the server and while the page is hydrated. */
export function useFilledValues(promptId: number): FilledValues {
  const { status } = useSession();
  return useSyncExternalStore(
    filled.subscribe,
    () => (status === "loading" ? undefined : filledNow().get(promptId)) ?? NOTHING,
    () => NOTHING,
  );
}
