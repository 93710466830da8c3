/** A shared answer with a person's marks in it: its text is written once for everybody, the marks alone for each. */

import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { CachedResponse } from "#platform/http/response-cache.ts";
import { findViewerStates, type ViewerState } from "./reactions.service.ts";

/** The marks in the text of a shared answer. Quotes inside of JSON's strings are escaped: nothing that people write looks so. */
const NOBODYS_MARKS = /"likes_count":\d+,"is_liked":false,"is_favorited":false/g;

/** What stands before, between and after the marks: parts of the shared answer's own bytes, not copies. */
const texts = new WeakMap<Buffer, Buffer[]>();

function textsAround(json: Buffer): Buffer[] {
  let parts = texts.get(json);
  if (!parts) {
    parts = [];
    let end = 0;
    // One character for each byte, so that places in the text are places in the bytes.
    for (const { 0: marks, index } of json.toString("latin1").matchAll(NOBODYS_MARKS)) {
      parts.push(json.subarray(end, index));
      end = index + marks.length;
    }
    parts.push(json.subarray(end));
    texts.set(json, parts);
  }
  return parts;
}

/**
 * @param answer what everybody is answered
 * @param prompts those in it, in its order
 * @returns the same as JSON, with the person's marks and the counts of this moment
 */
export async function writeViewerState(
  reads: BatchedReads,
  userId: string,
  { json }: CachedResponse<object>,
  prompts: readonly ViewerState[],
): Promise<Buffer> {
  const marksOn = await findViewerStates(reads, userId, prompts);
  const [first = json, ...rest] = textsAround(json);
  if (rest.length !== prompts.length)
    throw new Error("an answer does not show its prompts' marks side by side");
  const written = [first];
  for (const [i, text] of rest.entries()) {
    const { likes_count, is_liked, is_favorited } = marksOn(prompts[i] as ViewerState);
    written.push(
      Buffer.from(`"likes_count":${likes_count},"is_liked":${is_liked},"is_favorited":${is_favorited}`),
      text,
    );
  }
  return Buffer.concat(written);
}
