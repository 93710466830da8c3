/** Drafts stored on the device: text and picture, for at most 30 days. Without storage none is kept. */
import { createStore, delMany, entries, getMany, keys, set, setMany } from "idb-keyval";
import { serverNow } from "#platform/client/server-time.ts";
import { EMPTY_DRAFT, type PromptDraft } from "./prompt-draft.ts";

export interface StoredDraft {
  values: PromptDraft;
  /** Idempotency key of its publication, once tried: the response may have been lost. */
  publicationKey?: string | undefined;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** Which parts of a draft were stored. */
export type StoredParts = "whole" | "text" | "nothing";

const MAX_DRAFT_AGE = 30 * 24 * 60 * 60 * 1000;
/** Timeout of storage in milliseconds: some browsers never report a refusal. */
const DRAFT_STORE_TIMEOUT = 8000;

const store = createStore("prompteca-drafts", "drafts");

/** The picture has its own entry: it is large, and typing does not change it. */
const pictureOf = (name: string) => `${name} picture`;

/** Keys contain the user's id, and the prompt's for published ones. */
export function draftName(userId: string, promptId?: number): string {
  return promptId === undefined ? `new ${userId}` : `prompt ${promptId} ${userId}`;
}

/** The draft of a prompt that is made from another one. */
export const remixDraftName = (userId: string, sourceId: number) => `remix ${sourceId} ${userId}`;

/** Serialises operations, so that the last one wins; `otherwise` is the result of a failure. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  const end = last.then(() => limited(work)).catch(() => otherwise);
  last = end;
  return end;
}

/** After one operation without an answer the others do not wait for theirs. */
let isSilent = false;

async function limited<T>(work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      isSilent = true;
      reject(new Error("the storage does not answer"));
    };
    timer = setTimeout(giveUp, isSilent ? 0 : DRAFT_STORE_TIMEOUT);
  });
  try {
    return await Promise.race([work(), silence]);
  } finally {
    // Also if the work throws at once: the timer would reject a promise that nobody awaits.
    clearTimeout(timer);
  }
}

/** Stored data may come from another version or be damaged. */
function readText(value: unknown): StoredDraft | undefined {
  const { values, savedAt, publicationKey } = (value ?? {}) as Partial<StoredDraft>;
  if (typeof savedAt !== "number" || serverNow() - savedAt > MAX_DRAFT_AGE) return undefined;
  const whole = { ...EMPTY_DRAFT, ...values, image: null };
  if (Object.values(whole).some((text) => text !== null && typeof text !== "string")) return undefined;
  return { values: whole, savedAt, publicationKey };
}

async function removeOld(): Promise<void> {
  const all = new Map(await entries<string>(store));
  const old = [...all].filter(([, value]) => !(value instanceof File) && !readText(value));
  // Writes only if something has expired: later operations would wait for it.
  if (old.length === 0) return;
  await delMany(
    old.flatMap(([name]) => [name, pictureOf(name)]),
    store,
  );
}

/** The draft of a name; undefined when missing or unreadable. Also deletes expired drafts of all users. */
export function readDraft(name: string): Promise<StoredDraft | undefined> {
  const reading = inTurn(async () => {
    const [text, picture] = await getMany<unknown>([name, pictureOf(name)], store);
    const draft = readText(text);
    return (
      draft && { ...draft, values: { ...draft.values, image: picture instanceof File ? picture : null } }
    );
  }, undefined);
  void inTurn(removeOld, undefined);
  return reading;
}

/**
 * Stores a draft, replacing the previous one.
 * @param pictureChanged false when the picture is already stored
 */
export function writeDraft(name: string, draft: StoredDraft, pictureChanged: boolean): Promise<StoredParts> {
  const { image, ...texts } = draft.values;
  const text: [string, unknown] = [name, { ...draft, values: texts }];
  return inTurn<StoredParts>(async () => {
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

/** The texts of what a user has begun to make from other prompts, and from which. */
export function readRemixDrafts(userId: string): Promise<{ sourceId: number; title: string }[]> {
  return inTurn(async () => {
    const all = (await entries<string>(store)).flatMap(([name, value]) => {
      const [kind, id, owner] = name.split(" ");
      // The key of a picture begins alike, but its value is no draft.
      const draft = kind === "remix" && owner === userId && readText(value);
      return draft ? [{ sourceId: Number(id), title: draft.values.title, at: draft.savedAt }] : [];
    });
    return all.sort((one, other) => other.at - one.at);
  }, []);
}

export function removeDraft(name: string): Promise<void> {
  return inTurn(() => delMany([name, pictureOf(name)], store), undefined);
}

/** Deletes all drafts of a user on this device. */
export function removeDraftsOf(userId: string): Promise<void> {
  return inTurn(async () => {
    const names = (await keys<string>(store)).filter((name) => name.split(" ").includes(userId));
    await delMany(names, store);
  }, undefined);
}
