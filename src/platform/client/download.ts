/** Downloads a file with the session's token and saves it through the browser. */
import { ApiError, callWithToken, noteAsker, refusal } from "./api.ts";
import { releaseObjectUrl } from "./object-url.ts";
import { noteServerTime } from "./server-time.ts";

/** Milliseconds without data after which a download is aborted. */
const STALL_TIMEOUT_MS = 60_000;

export interface Download {
  blob: Blob;
  /** Name from the server's `Content-Disposition`. */
  name: string | undefined;
}

/**
 * Downloads a whole file.
 * @param onProgress called with the number of received bytes
 * @param posting JSON to post, with headers of its own; without it the request is a GET
 * @throws ApiError also when the connection breaks before the end
 */
export async function fetchFile(
  path: string,
  onProgress: (bytes: number) => void,
  posting?: { body: object; headers: Record<string, string> },
): Promise<Download> {
  const requireAsker = noteAsker();
  const stalled = new AbortController();
  const giveUp = () => stalled.abort();
  let timer = setTimeout(giveUp, STALL_TIMEOUT_MS);
  try {
    const { answer: response, token } = await callWithToken(requireAsker, async (token) => {
      const answer = await fetch(path, {
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(posting && { ...posting.headers, "content-type": "application/json" }),
        },
        ...(posting && { method: "POST", body: JSON.stringify(posting.body) }),
        signal: stalled.signal,
      });
      noteServerTime(Date.parse(answer.headers.get("date") ?? ""));
      return answer;
    });
    if (!response.ok || !response.body) {
      throw refusal(response.status, await response.json().catch(() => ({})), token);
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STALL_TIMEOUT_MS);
      parts.push(part.value);
      bytes += part.value.length;
      onProgress(bytes);
    }
    await requireAsker();
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    return { blob: new Blob(parts, { type: response.headers.get("content-type") ?? "" }), name };
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, {});
  } finally {
    clearTimeout(timer);
  }
}

/** Saves a file through the browser. @param fallback file name if the server sent none */
export function saveFile({ blob, name }: Download, fallback: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name ?? fallback;
  link.click();
  releaseObjectUrl(link.href);
}
