/** Node.js' HTTP server beneath Fastify: what connections may take of time and number. */
import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a request may take to arrive, in milliseconds: the largest picture at 32 KB a second. */
const REQUEST_TIMEOUT = 4 * 60 * 1000;
/** How long its head may take, and how often both are checked. */
const HEADERS_TIMEOUT = 15_000;
const TIMEOUTS_CHECKED = 5_000;
/** How long a connection over which nothing moves stays open, in milliseconds. */
const STALL_TIMEOUT = 2 * 60 * 1000;
/** How long an idle connection stays open, in milliseconds: longer than balancers keep theirs (Caddy: two minutes). */
const KEEP_ALIVE_TIMEOUT = 130_000;
/**
 * Connections at once, those that wait to be accepted included: beyond what the system can queue nothing is answered, and
 * clients try again after a second, then two, four, up to half a minute.
 */
export const MAX_CONNECTIONS = 4000;
/** Requests under way over one connection; browsers and proxies send one at a time. */
const MAX_PIPELINED = 16;

const KNOWN_METHODS = new Set(METHODS);

/** The path and query of a request's target, which may be a whole address, or `*` (RFC 9112, section 3.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/**
 * @param options.handle answers requests
 * @param options.answerFromCache tries to answer before that, and says whether it did
 * @param options.refuse answers what no router can: Node.js also reads the method PRI, which begins HTTP/2
 */
export function createNodeServer({
  handle,
  answerFromCache,
  refuse,
}: {
  handle: RequestListener;
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => boolean;
  refuse: (error: Error, socket: Socket) => void;
}): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      headersTimeout: HEADERS_TIMEOUT,
      connectionsCheckingInterval: TIMEOUTS_CHECKED,
    },
    (request, response) => {
      const { method = "", socket } = request;
      if (!KNOWN_METHODS.has(method)) return refuse(new Error("unknown method"), socket);
      request.url = originForm(request.url ?? "");
      // While it closes, Fastify tells clients to connect anew.
      if (!server.listening || !answerFromCache(request, response)) handle(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = STALL_TIMEOUT;
  return server;
}

/** Ends connections that ask for many things without reading the answers. */
export function limitPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook("onRequest", ({ socket }, { raw }, done) => {
    const before = underWay.get(socket) ?? 0;
    if (before >= MAX_PIPELINED) return void socket.destroy();
    underWay.set(socket, before + 1);
    raw.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    done();
  });
}
