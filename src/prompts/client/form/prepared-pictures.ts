/** Prepares each chosen picture once, from the moment it is chosen. */
import { PictureError, preparePicture } from "#media/client/prepare-picture.ts";

const prepared = new WeakMap<File, Promise<File>>();
const refusals = new WeakMap<File, string>();

/**
 * @returns the file to send
 * @throws PictureError for a picture that cannot be sent
 */
export function prepareOnce(chosen: File): Promise<File> {
  const running = prepared.get(chosen);
  if (running) return running;
  const started = preparePicture(chosen).catch((error: unknown) => {
    if (error instanceof PictureError) refusals.set(chosen, error.message);
    // Another reason may be gone at the next try.
    else prepared.delete(chosen);
    throw error;
  });
  prepared.set(chosen, started);
  return started;
}

/** Why a picture cannot be sent, once its preparation knows. */
export const refusalOf = (chosen: File): string | undefined => refusals.get(chosen);
