/** Work that a job does once it is due. */

/**
 * Works off what is due, one after the other: one that fails is left for the next time, and keeps the others from nothing.
 * @param select the next ones, as many as `most`, without those that failed
 * @throws the last failure, when all others are done
 */
export async function workOffDue(
  { most, signal }: { most: number; signal?: AbortSignal | undefined },
  select: (failed: number[]) => Promise<number[]>,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const failed: number[] = [];
  let failure: unknown;
  for (;;) {
    const ids = await select(failed);
    for (const id of ids) {
      if (signal?.aborted) return;
      try {
        await work(id);
      } catch (error) {
        failed.push(id);
        failure = error;
      }
    }
    if (ids.length < most) break;
  }
  if (failure) throw failure;
}
