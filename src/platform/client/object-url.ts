/** How long a released URL may still be read: far longer than a picture or a file on this device takes. Milliseconds. */
const READ_MS = 60_000;

/** Revokes an object URL once what may be reading it is done: a picture that is taken away while it loads would fail. */
export function releaseObjectUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
