/** A shared answer with a person's marks in it: its text is written once for everybody, the marks alone for each. */
import type { Pool } from "pg";
import { findMarks, type Marked } from "./reactions.service.ts";

/** The marks in the text of a shared answer. Quotes inside of JSON's strings are escaped: nothing that people write looks so. */
const NOBODYS_MARKS = /"likes_count":\d+,"is_liked":false,"is_favorited":false/;

/** What stands before, between and after the marks; kept as long as the value itself. */
const texts = new WeakMap<object, Buffer[]>();

function textsAround(value: object): Buffer[] {
  let parts = texts.get(value);
  if (!parts) {
    parts = JSON.stringify(value)
      .split(NOBODYS_MARKS)
      .map((text) => Buffer.from(text));
    texts.set(value, parts);
  }
  return parts;
}

/**
 * @param value what everybody is answered, never changed
 * @param prompts those in it, in its order
 * @returns the same as JSON, with the person's marks and the counts of this moment
 */
export async function writeMarked(
  pool: Pool,
  userId: string,
  value: object,
  prompts: readonly Marked[],
): Promise<Buffer> {
  const [first = Buffer.alloc(0), ...rest] = textsAround(value);
  if (rest.length !== prompts.length)
    throw new Error("an answer does not show its prompts' marks side by side");
  const marksOn = await findMarks(pool, userId, prompts);
  const written = [first];
  for (const [i, text] of rest.entries()) {
    const { likes_count, is_liked, is_favorited } = marksOn(prompts[i] as Marked);
    written.push(
      Buffer.from(`"likes_count":${likes_count},"is_liked":${is_liked},"is_favorited":${is_favorited}`),
      text,
    );
  }
  return Buffer.concat(written);
}
