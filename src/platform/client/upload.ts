/** Sends a call and tells how far it has come: by the older interface, as fetch cannot tell. */
import type { OutgoingCall, Reply } from "./call.ts";

/** How long an upload may stand still, and how long its answer may take once all of it was sent, in milliseconds. */
const STANDSTILL_LIMIT = 30_000;
const ANSWER_LIMIT = 120_000;

/** @throws a TimeoutError when nothing moves any more; the signal's reason when the caller gave up */
export function sendWithProgress(path: string, call: OutgoingCall): Promise<Reply> {
  const { method, headers, body, signal, onUpload } = call;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let late = 0;
    const expectMore = (within: number) => {
      window.clearTimeout(late);
      late = window.setTimeout(() => {
        reject(new DOMException("Took too long", "TimeoutError"));
        request.abort();
      }, within);
    };
    const giveUp = () => request.abort();

    request.upload.onprogress = ({ loaded, total }) => {
      expectMore(STANDSTILL_LIMIT);
      onUpload?.(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = () => {
      expectMore(ANSWER_LIMIT);
      onUpload?.(1);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Error("no answer"));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => {
      window.clearTimeout(late);
      signal?.removeEventListener("abort", giveUp);
    };

    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener("abort", giveUp);
    expectMore(STANDSTILL_LIMIT);
    request.send(body);
  });
}
