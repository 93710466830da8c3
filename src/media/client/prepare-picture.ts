/** Prepares a chosen file for upload: brought to the size that the site shows, on the device. */
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { FORMAT_BYTES, type ImageFormat, imageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import { reducePicture } from "./reduce-picture.ts";
import type { Task } from "./reduce-picture.worker.ts";

/** A picture that cannot be sent; the message is shown to the user. */
export class PictureError extends Error {}

/**
 * @returns the file to send, of at most MAX_IMAGE_BYTES: reduced, or the bytes of `file`
 * @throws PictureError for what the server would refuse, as far as the device can tell
 */
export async function preparePicture(file: File): Promise<File> {
  // By content: operating systems do not know every type.
  const head = await read(file.slice(0, FORMAT_BYTES));
  const format = imageFormat(head);
  if (!format) throw new PictureError(messages.unsupported);
  const fits = file.size <= MAX_IMAGE_BYTES;
  if (mayMove(head, format)) {
    // A canvas would keep only one frame.
    if (!fits) throw new PictureError(messages.animationTooLarge);
    return named(await read(file), `image/${format}`);
  }
  // A picture that the device cannot draw is sent unchanged: the server says why it refuses it.
  const reduced = await reduce(file, format).catch(() => null);
  if (reduced) return named(reduced, reduced.type);
  if (!fits) throw new PictureError(messages.notShrunk);
  return named(await read(file), `image/${format}`);
}

/** The name on the device is nobody's business. */
const named = (part: BlobPart, type: string) => new File([part], "imagem", { type });

/** @throws PictureError when the file was moved or changed, or may no longer be read */
async function read(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await file.arrayBuffer().catch(() => {
    throw new PictureError(messages.unreadable);
  });
  return new Uint8Array(buffer);
}

/** After this the page does the work of a worker. */
const LONGEST_WORK_MS = 20_000;

/** In a worker; on the page where there is none, or where it failed, as in browsers whose workers cannot draw. */
async function reduce(file: Blob, format: ImageFormat): Promise<Blob | null> {
  const reduced = await reduceBeside({ file, format });
  return reduced === undefined ? reducePicture(file, format) : reduced;
}

/** @returns undefined when the worker failed */
function reduceBeside(task: Task): Promise<Blob | null | undefined> {
  return new Promise((resolve) => {
    if (typeof Worker === "undefined") return resolve(undefined);
    let worker: Worker;
    try {
      worker = new Worker(new URL("./reduce-picture.worker.ts", import.meta.url), { type: "module" });
    } catch {
      // Some browsers forbid workers.
      return resolve(undefined);
    }
    const end = (reduced?: Blob | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(reduced);
    };
    // One that ran out of memory may end without a word.
    const timer = setTimeout(end, LONGEST_WORK_MS);
    worker.onmessage = ({ data }: MessageEvent<Blob | null | undefined>) => end(data);
    worker.onerror = () => end();
    worker.onmessageerror = () => end();
    worker.postMessage(task);
  });
}
