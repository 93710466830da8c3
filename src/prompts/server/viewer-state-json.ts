/**
 * JSON of cached prompts with a viewer's state. The fields that are the same for all users are serialised once for each
 * cached prompt, and kept as bytes; of a page of twelve, serialising all for each reader takes a third of the time.
 */
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { PromptList, PromptView } from "#prompts/contract.ts";
import { findViewerStates, type ViewerState } from "./viewer-state.service.ts";

/** An object's JSON without its closing brace. They go with the object, and so with the response cache. */
const openings = new WeakMap<object, Buffer>();
const OPEN = Buffer.from("[");
const SEPARATOR = Buffer.from(",");
const CLOSE = Buffer.from("]");
const DATA = Buffer.from(',"data":');
const END = Buffer.from("}");

/** @param shared the fields to serialise, at least one; the same for each call with this object */
function openingOf(object: object, shared: () => object): Buffer {
  const known = openings.get(object);
  if (known) return known;
  const opening = Buffer.from(JSON.stringify(shared()).slice(0, -1));
  openings.set(object, opening);
  return opening;
}

/** The fields of an object after its opening, and the closing brace. */
const ending = (fields: object) => Buffer.from(`,${JSON.stringify(fields).slice(1)}`);

function promptParts(prompt: PromptView, states: ReadonlyMap<number, ViewerState>): Buffer[] {
  const { likes_count, is_liked, is_favorited, ...shared } = prompt;
  const cached: ViewerState = { likes_count, is_liked, is_favorited };
  return [openingOf(prompt, () => shared), ending(states.get(prompt.id) ?? cached)];
}

function arrayParts(prompts: readonly PromptView[], states: ReadonlyMap<number, ViewerState>): Buffer[] {
  const items = prompts.flatMap((prompt, n) => [n === 0 ? OPEN : SEPARATOR, ...promptParts(prompt, states)]);
  return items.length ? [...items, CLOSE] : [OPEN, CLOSE];
}

/** A prompt from the cache, with a viewer's state. @returns UTF-8 */
export async function promptJson(reads: BatchedReads, viewerId: string, prompt: PromptView): Promise<Buffer> {
  return Buffer.concat(promptParts(prompt, await findViewerStates(reads, viewerId, [prompt])));
}

/** Prompts from the cache, with a viewer's state. @returns UTF-8 */
export async function promptsJson(
  reads: BatchedReads,
  viewerId: string,
  prompts: readonly PromptView[],
): Promise<Buffer> {
  return Buffer.concat(arrayParts(prompts, await findViewerStates(reads, viewerId, prompts)));
}

/** A list from the cache, with a viewer's state for each prompt. @returns UTF-8 */
export async function listJson(reads: BatchedReads, viewerId: string, list: PromptList): Promise<Buffer> {
  const states = await findViewerStates(reads, viewerId, list.data);
  const { data, ...shared } = list;
  const parts = [openingOf(list, () => shared), DATA, ...arrayParts(data, states)];
  return Buffer.concat([...parts, END]);
}
