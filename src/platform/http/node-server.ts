/** The HTTP server of Node.js beneath Fastify: timeouts and limits of connections. */
import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { ConcurrentRequests } from "./concurrent-requests.ts";
import { hasBody } from "./request-bodies.ts";

/** Timeout for receiving a whole request, in milliseconds: the largest picture at 32 KB a second. */
const REQUEST_TIMEOUT_MS = 4 * 60 * 1000;
/** Timeout for receiving the headers, and the interval at which both timeouts are checked, in milliseconds. */
const HEADERS_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_INTERVAL_MS = 5_000;
/** Milliseconds after which a connection without traffic is closed. */
const STALL_TIMEOUT_MS = 2 * 60 * 1000;
/** Milliseconds that an idle connection stays open: longer than load balancers keep theirs (Caddy: two minutes). */
const KEEP_ALIVE_TIMEOUT_MS = 130_000;
/**
 * Maximum number of connections, including those waiting to be accepted. Beyond the system's queue, connection attempts
 * get no response, and TCP retries after one second, then two, four, up to half a minute.
 */
export const MAX_CONNECTIONS = 4000;

const KNOWN_METHODS = new Set(METHODS);

/** Returns path and query of a request's target, which may also be a whole URL or `*` (RFC 9112, section 3.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/** Lines of a request's header: browsers and proxies send some thirty, and each takes far more of the heap than its bytes. */
const MOST_HEADERS = 128;

/**
 * Creates the server.
 * @param options.handle handles requests
 * @param options.answerFromCache answers from the response cache, or has the request handled
 * @param options.refuse responds to methods that no router knows: Node.js also accepts PRI, which starts HTTP/2
 */
export function createNodeServer({
  handle,
  answerFromCache,
  refuse,
  requests,
}: {
  handle: RequestListener;
  answerFromCache: (request: IncomingMessage, response: ServerResponse, handle: RequestListener) => void;
  refuse: (error: Error, socket: Socket) => void;
  requests: ConcurrentRequests;
}): Server {
  const counted: RequestListener = (request, response) => {
    requests.add(request, response);
    handle(request, response);
  };
  const listen: RequestListener = (request, response) => {
    const { method = "", socket, headers, httpVersion } = request;
    if (!KNOWN_METHODS.has(method)) return refuse(new Error("unknown method"), socket);
    if (headers.host === undefined && httpVersion === "1.1") {
      requests.add(request, response);
      return response.writeHead(400, { connection: "close" }).end();
    }
    request.url = originForm(request.url ?? "");
    // No GET's body is read. Node.js would keep its pieces until the answer has been sent.
    if ((method === "GET" || method === "HEAD") && hasBody(headers)) request.resume();
    // During shutdown, Fastify tells clients to reconnect. A response that waits for the one before it has no socket yet,
    // and is counted.
    if (server.listening && response.socket) return answerFromCache(request, response, counted);
    return counted(request, response);
  };
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // Node.js would answer by itself, uncounted.
      requireHostHeader: false,
    },
    listen,
  );
  // Unknown expectations are ignored: Node.js would answer 417 by itself, uncounted.
  server.on("checkExpectation", listen);
  server.maxHeadersCount = MOST_HEADERS;
  requests.limit(server);
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = STALL_TIMEOUT_MS;
  return server;
}
