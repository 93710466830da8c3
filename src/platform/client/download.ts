/** Fetching a file with the session's token, and handing it to the browser to be saved. */
import { ApiError, readToken, refusal } from "./api.ts";

/** So long nothing may arrive before a download is given up, in milliseconds. */
const STALL_MS = 60_000;

export interface Download {
  blob: Blob;
  /** As the server calls it. */
  name: string | undefined;
}

/**
 * Fetches a file whole.
 * @param onProgress told how many bytes have arrived
 * @param body what to post, where the file is asked for by more than its path
 * @throws ApiError also when the file ends too early
 */
export async function fetchFile(
  path: string,
  onProgress: (bytes: number) => void,
  body?: object,
): Promise<Download> {
  const token = await readToken();
  const stalled = new AbortController();
  const giveUp = () => stalled.abort();
  let timer = setTimeout(giveUp, STALL_MS);
  try {
    const response = await fetch(path, {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      signal: stalled.signal,
    });
    if (!response.ok || !response.body) {
      throw refusal(response.status, await response.json().catch(() => ({})), token);
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STALL_MS);
      parts.push(part.value);
      bytes += part.value.length;
      onProgress(bytes);
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    return { blob: new Blob(parts, { type: response.headers.get("content-type") ?? "" }), name };
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, {});
  } finally {
    clearTimeout(timer);
  }
}

/** Has the browser save a file. @param name where the server gave none */
export function saveFile({ blob, name }: Download, fallback: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name ?? fallback;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), STALL_MS);
}
