/** Prepares each chosen picture once, from the moment it is chosen. */
import { PictureError, preparePicture } from "#media/client/prepare-picture.ts";
import { losesMovement } from "#media/image-format.ts";

/** Bytes in which whatever stands before a picture's pixels ends. */
const HEAD_BYTES = 1024 * 1024;

const prepared = new WeakMap<File, Promise<File>>();
const refusals = new WeakMap<File, string>();
const stilled = new WeakSet<File>();

async function prepare(chosen: File): Promise<File> {
  const file = await preparePicture(chosen);
  const head = new Uint8Array(await chosen.slice(0, HEAD_BYTES).arrayBuffer());
  if (losesMovement(head)) stilled.add(chosen);
  return file;
}

/**
 * @returns the file to send
 * @throws PictureError for a picture that cannot be sent
 */
export function prepareOnce(chosen: File): Promise<File> {
  const running = prepared.get(chosen);
  if (running) return running;
  const started = prepare(chosen).catch((error: unknown) => {
    if (error instanceof PictureError) refusals.set(chosen, error.message);
    // Another reason may be gone at the next try.
    else prepared.delete(chosen);
    throw error;
  });
  prepared.set(chosen, started);
  return started;
}

/** Whether only the first frame of a picture that moves will be published, once its preparation knows. */
export const isStilled = (chosen: File): boolean => stilled.has(chosen);

/** Why a picture cannot be sent, once its preparation knows. */
export const refusalOf = (chosen: File): string | undefined => refusals.get(chosen);
