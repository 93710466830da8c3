/** Counts the requests under way, of the process and of each connection, and stops connections that send too many at once. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests beyond this number are refused at once, for the memory that each takes. */
export const MAX_CONCURRENT_REQUESTS = 3000;
/**
 * Maximum number of concurrent requests per connection; browsers and proxies send one at a time. While the process is
 * full, one: each of several waits in memory for the response before it, even if it was refused.
 */
const MAX_PIPELINED_REQUESTS = 16;

/** Returned by a parser's `onIncoming`, it ends the parsing with an error; 0 goes on. */
const STOP = -1;

/** A connection, with the undocumented parser that Node.js hangs on it. */
type ParsedSocket = Socket & {
  parser?: {
    onIncoming: (request: IncomingMessage & { upgrade?: boolean }, keepAlive: boolean) => number;
  } | null;
};

export interface ConcurrentRequests {
  /** Requests under way; cached responses are not counted. */
  count(): number;
  /** Whether one more would be too many. */
  isFull(): boolean;
  /** Counts a request until its response has been sent or its connection has closed. */
  add(request: IncomingMessage, response: ServerResponse): void;
  /** Stops the connections of a server that send more than they may. */
  limit(server: Server): void;
}

export function countConcurrentRequests(): ConcurrentRequests {
  let concurrent = 0;
  const pipelined = new WeakMap<Socket, number>();
  const isFull = () => concurrent >= MAX_CONCURRENT_REQUESTS;
  const change = (socket: Socket, by: number) => {
    concurrent += by;
    pipelined.set(socket, (pipelined.get(socket) ?? 0) + by);
  };
  const mayAdd = (socket: Socket) => (pipelined.get(socket) ?? 0) < (isFull() ? 1 : MAX_PIPELINED_REQUESTS);
  return {
    count: () => concurrent,
    isFull,
    add({ socket }, response) {
      change(socket, 1);
      response.once("close", () => change(socket, -1));
    },
    limit(server) {
      // Node.js reads 64 KB at once, up to 1,600 requests, and makes objects of each. Closing the connection does not keep
      // it from that, and nothing public does (decision 24).
      server.on("connection", (socket: ParsedSocket) => {
        const { parser } = socket;
        if (!parser) return;
        const { onIncoming } = parser;
        parser.onIncoming = (request, keepAlive) => {
          // For CONNECT, Node.js lets go of the connection before it closes it: responses that wait would never close.
          if (socket.writable && request.method !== "CONNECT" && mayAdd(socket))
            return onIncoming(request, keepAlive);
          // Node.js 24 lets go even when the parsing has ended with an error.
          request.upgrade = false;
          // After a refusal, or a response that closes, what was sent last may still be on its way.
          if (socket.writable) socket.destroy();
          return STOP;
        };
      });
    },
  };
}
