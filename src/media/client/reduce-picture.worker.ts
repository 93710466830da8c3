/** Reduces one picture beside the page, which stays alive meanwhile. */
import type { ImageFormat } from "#media/image-format.ts";
import { reducePicture } from "./reduce-picture.ts";

/** Message of the page; the answer is the reduced picture, null, or `undefined` for a failure. */
export interface Task {
  file: Blob;
  format: ImageFormat;
}

addEventListener("message", ({ data: { file, format } }: MessageEvent<Task>) => {
  reducePicture(file, format).then(
    (blob) => postMessage(blob),
    () => postMessage(undefined),
  );
});
