/** Sends a call and reports its progress. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
import { noteServerTime } from "./server-time.ts";

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Timeout in milliseconds; 30 seconds by default. */
  timeout?: number | undefined;
  /** Called with the sent part of the body, from 0 to 1. The timeout then applies to stalls, not to the whole call. */
  onUpload?: ((part: number) => void) | undefined;
}

/** A call to send. */
export interface OutgoingCall extends CallOptions {
  method: string;
  headers: Record<string, string>;
  body: string | FormData | null;
}

/** A response with any status. */
export interface Reply {
  status: number;
  text: string;
}

/** Milliseconds without upload progress, and milliseconds from the end of the upload to the response. */
const STALL_TIMEOUT_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 120_000;

/** @throws DOMException `TimeoutError` when the upload stalls; the signal's reason when the caller aborts */
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
      expectMore(STALL_TIMEOUT_MS);
      onUpload?.(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = () => {
      expectMore(RESPONSE_TIMEOUT_MS);
      onUpload?.(1);
    };
    request.onload = () => {
      noteServerTime(Date.parse(request.getResponseHeader("date") ?? ""));
      resolve({ status: request.status, text: request.responseText });
    };
    request.onerror = () => reject(new Error("no answer"));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => {
      window.clearTimeout(late);
      signal?.removeEventListener("abort", giveUp);
    };

    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener("abort", giveUp);
    expectMore(STALL_TIMEOUT_MS);
    request.send(body);
  });
}
