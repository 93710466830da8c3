/** What goes over the network and comes back, whichever interface of the browser carries it. */

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; 30 seconds unless said otherwise. */
  timeout?: number | undefined;
  /** Told what part of the body has been sent, from 0 to 1. Such a call may take long, as long as it comes forward. */
  onUpload?: ((part: number) => void) | undefined;
}

/** A call as it goes over the network. */
export interface OutgoingCall extends CallOptions {
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What came back, whatever it says. */
export interface Reply {
  status: number;
  text: string;
}
