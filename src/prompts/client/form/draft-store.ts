/** Drafts kept on the device: text and picture, for 30 days at most. Where storage is full or forbidden, none is kept. */
import { createStore, delMany, entries, getMany, keys, set, setMany } from "idb-keyval";
import { EMPTY_DRAFT, type PromptDraft } from "./prompt-draft.ts";

export interface KeptDraft {
  values: PromptDraft;
  /** What the device calls the publication of it, once that was tried: its answer may have been lost. */
  publicationKey?: string | undefined;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** What could be kept of a draft. */
export type Kept = "whole" | "text" | "nothing";

const MAX_DRAFT_AGE = 30 * 24 * 60 * 60 * 1000;
/** How long a form waits for a storage that does not answer, in milliseconds; some browsers never say that they refuse. */
const DRAFT_STORE_TIMEOUT = 8000;

const store = createStore("prompteca-drafts", "drafts");

/** The picture has an entry of its own: it is large, and typing does not change it. */
const pictureOf = (name: string) => `${name} picture`;

/** Drafts are one person's, and one prompt's when it is published already. */
export function draftName(userId: string, promptId?: number): string {
  return promptId === undefined ? `new ${userId}` : `prompt ${promptId} ${userId}`;
}

/** One after another, so that what was asked for last is what holds; a failure is `otherwise`. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  const end = last.then(work).catch(() => otherwise);
  last = end;
  return end;
}

/** What is stored may be another version's, or damaged. */
function readText(value: unknown): KeptDraft | undefined {
  const { values, savedAt, publicationKey } = (value ?? {}) as Partial<KeptDraft>;
  if (typeof savedAt !== "number" || Date.now() - savedAt > MAX_DRAFT_AGE) return undefined;
  const whole = { ...EMPTY_DRAFT, ...values, image: null };
  if (Object.values(whole).some((text) => text !== null && typeof text !== "string")) return undefined;
  return { values: whole, savedAt, publicationKey };
}

async function removeOld(): Promise<void> {
  const all = new Map(await entries<string>(store));
  const old = [...all].filter(([, value]) => !(value instanceof File) && !readText(value));
  // Nothing is written where nothing is old: what the reader does next would wait for it.
  if (old.length === 0) return;
  await delMany(
    old.flatMap(([name]) => [name, pictureOf(name)]),
    store,
  );
}

/** The draft kept under a name; undefined when there is none, or none that can be read. Everybody's old ones go. */
export async function readDraft(name: string): Promise<KeptDraft | undefined> {
  const reading = inTurn(async () => {
    const [text, picture] = await getMany<unknown>([name, pictureOf(name)], store);
    const draft = readText(text);
    return (
      draft && { ...draft, values: { ...draft.values, image: picture instanceof File ? picture : null } }
    );
  }, undefined);
  void inTurn(removeOld, undefined);
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, DRAFT_STORE_TIMEOUT));
  return Promise.race([reading, patience]);
}

/**
 * Keeps a draft in place of the one before.
 * @param pictureChanged false when the picture is kept already
 */
export function writeDraft(name: string, draft: KeptDraft, pictureChanged: boolean): Promise<Kept> {
  const { image, ...texts } = draft.values;
  const text: [string, unknown] = [name, { ...draft, values: texts }];
  return inTurn<Kept>(async () => {
    if (!pictureChanged) await set(...text, store);
    else {
      try {
        await setMany([text, [pictureOf(name), image]], store);
      } catch (error) {
        if (!image) throw error;
        await setMany([text, [pictureOf(name), null]], store);
        return "text";
      }
    }
    return "whole";
  }, "nothing");
}

export function removeDraft(name: string): Promise<void> {
  return inTurn(() => delMany([name, pictureOf(name)], store), undefined);
}

/** Forgets every draft of a person on this device. */
export function removeDraftsOf(userId: string): Promise<void> {
  return inTurn(async () => {
    const names = (await keys<string>(store)).filter((name) => name.split(" ").includes(userId));
    await delMany(names, store);
  }, undefined);
}
