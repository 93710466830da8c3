/** Files in memory: of the longest, a preview or an import holds text and prompts, a sixth of the heap. */
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { Source } from "./formats/formats.ts";

/** UTF-16 units of the longest file that a body can bring. */
const LONGEST = 6 * 1024 * 1024;

const held = openSemaphore({ name: "files", capacity: 3 * LONGEST, perCaller: 2 * LONGEST });

/**
 * Works with a file's texts, which stay in memory for so long.
 * @throws AppError 503 when the account's, or all, are too long together
 */
export async function holding<T>(
  accountId: string,
  { text = "", files = [] }: Source,
  work: () => Promise<T>,
): Promise<T> {
  const length = files.reduce((sum, file) => sum + file.text.length, text.length);
  const release = held(Math.min(length, LONGEST), accountId);
  try {
    return await work();
  } finally {
    release();
  }
}
