/** The front of the server: what is answered, or turned away, before Fastify looks for a route. */
import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { type ErrorPage, refusals, wantsPage } from "./error-handler.ts";
import { AppError, tooBusy } from "./errors.ts";
import { openLoadShedder } from "./load-shedding.ts";
import { discardRest } from "./request-bodies.ts";
import type { ReadyResponse, ResponseCache } from "./response-cache.ts";

/** How long a request may take to arrive, in milliseconds: a large picture over a poor connection. */
const REQUEST_TIMEOUT = 5 * 60 * 1000;
/** How long its head may take, and how often that is looked at. */
const HEADERS_TIMEOUT = 15_000;
const TIMEOUTS_CHECKED = 5_000;
/** How long a connection over which nothing moves stays open, in milliseconds. */
const STALL_TIMEOUT = 2 * 60 * 1000;
/**
 * Connections at once, those that wait to be taken included: of what the system cannot keep waiting it answers nothing, and
 * callers try again after a second, then two, four, up to half a minute.
 */
export const MAX_CONNECTIONS = 4000;
/** Requests under way over one connection; browsers and proxies send one at a time. */
const MAX_PIPELINED = 16;
/**
 * How long who is turned away waits for the answer, in milliseconds: what asks again as soon as it is answered then asks once
 * in that time, and its next try costs everybody else less.
 */
export const REFUSAL_DELAY = 1000;
/** How long a connection that nobody uses stays open, in milliseconds: longer than balancers keep theirs (Caddy: two minutes). */
const KEEP_ALIVE_TIMEOUT = 130_000;

/** An answer as it is counted and logged. */
export interface ResponseRecord {
  id: string;
  method: string;
  /** With its query, which is not logged. */
  url: string;
  /** The pattern of its route. */
  route: string | undefined;
  status: number;
  /** Milliseconds from the request's head to the answer's last byte. */
  ms: number;
}

export interface Front {
  /** @param handle what answers whatever is let in */
  createServer(handle: RequestListener): Server;
  close(): void;
}

/** Node.js reads PRI, which begins HTTP/2, and no router knows it. */
const KNOWN_METHODS = new Set(METHODS);

/** What a first line asks for, as path and query: it may name a whole address, or `*` (RFC 9112, section 3.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/** Whether a path is asked by who watches the site, who must learn at once how it is. */
export function isForProbes(url: string): boolean {
  return /^\/(healthz|readyz|metrics)(\?|$)/.test(url);
}

function refusalInJson(error: AppError, headers: Record<string, string>): ReadyResponse {
  return {
    status: error.status,
    bytes: Buffer.from(JSON.stringify(error.body)),
    headers: { ...headers, "content-type": "application/json; charset=utf-8" },
    route: undefined,
  };
}

/**
 * @param options.guards headers of every answer
 * @param options.errorPage what browsers are shown when they are turned away; JSON where it is absent
 * @param options.answers those kept are sent at once
 * @param options.record called for each answer that is sent here
 */
export function openFront({
  guards,
  errorPage,
  answers,
  record,
}: {
  guards: Record<string, string>;
  errorPage: ErrorPage | undefined;
  answers: ResponseCache | undefined;
  record: (answer: ResponseRecord) => void;
}): Front {
  const pressure = openLoadShedder();

  /** Headers of ready answers with all that guards them, as Node.js writes them fastest: names and values in turns. */
  const flatHeaders = new WeakMap<Record<string, string>, string[]>();
  function flatten(headers: Record<string, string>): string[] {
    let flat = flatHeaders.get(headers);
    if (!flat) {
      flat = Object.entries({ ...guards, ...headers }).flat();
      flatHeaders.set(headers, flat);
    }
    return flat;
  }

  /** Sends what only has to be written: no hook of Fastify sees it. */
  function sendAtOnce(request: IncomingMessage, response: ServerResponse, answer: ReadyResponse): void {
    const started = performance.now();
    const { method = "", url = "" } = request;
    const { route, status, headers, bytes } = answer;
    const id = randomUUID();
    response.writeHead(status, [...flatten(headers), "x-request-id", id]).end(bytes);
    record({ id, method, url, route, status, ms: performance.now() - started });
  }

  const unknown = refusalInJson(new AppError(400, "bad_request", "Requisição inválida."), {
    "cache-control": "no-store",
    connection: "close",
  });
  const busy = tooBusy();
  const busyHeaders = { ...busy.headers, "cache-control": "private, no-store" };
  const busyJson = refusalInJson(busy, busyHeaders);
  const page = errorPage?.(busy.status, busy.message);
  const busyPage: ReadyResponse | undefined = page && {
    ...busyJson,
    bytes: Buffer.from(page.html),
    headers: { ...page.headers, ...busyHeaders, "content-type": "text/html; charset=utf-8" },
  };

  /** Turns a request away for next to nothing: even a refusal by its route would hold up what was let in. */
  function turnAway(request: IncomingMessage, response: ServerResponse): void {
    const { url = "", headers } = request;
    const forPeople = wantsPage(url, headers.accept);
    refusals.inc({ code: busy.code });
    const waiting = setTimeout(
      () => sendAtOnce(request, response, (forPeople && busyPage) || busyJson),
      REFUSAL_DELAY,
    );
    response.once("close", () => clearTimeout(waiting));
  }

  /** Requests under way by their connection. */
  const pipelined = new WeakMap<Socket, number>();
  function isOneTooMany(socket: Socket, response: ServerResponse): boolean {
    const before = pipelined.get(socket) ?? 0;
    if (before >= MAX_PIPELINED) return true;
    pipelined.set(socket, before + 1);
    response.once("close", () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
    return false;
  }

  return {
    createServer(handle) {
      const server = createServer(
        {
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
          requestTimeout: REQUEST_TIMEOUT,
          headersTimeout: HEADERS_TIMEOUT,
          connectionsCheckingInterval: TIMEOUTS_CHECKED,
        },
        (request, response) => {
          const url = originForm(request.url ?? "");
          request.url = url;
          discardRest(request, response);
          if (!KNOWN_METHODS.has(request.method ?? "")) return sendAtOnce(request, response, unknown);
          const isTooMuch = pressure.isTooHigh();
          // One that is closing tells whoever still asks to connect anew.
          const ready = server.listening ? answers?.ready(request, isTooMuch) : undefined;
          if (ready) return sendAtOnce(request, response, ready);
          if (isOneTooMany(request.socket, response)) return void request.socket.destroy();
          if (isTooMuch && !isForProbes(url) && !answers?.isKept(request)) return turnAway(request, response);
          response.once("close", pressure.begin());
          handle(request, response);
        },
      );
      server.maxConnections = MAX_CONNECTIONS;
      server.timeout = STALL_TIMEOUT;
      return server;
    },
    close: () => pressure.close(),
  };
}
