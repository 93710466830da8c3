/** Types of calls and responses, for `fetch` and XMLHttpRequest alike. */

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
