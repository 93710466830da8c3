/** The HTTP server without routes: what Fastify is told about validation, bodies, errors, request ids and logging. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { config as zodConfig } from "zod";
import { ptBR } from "zod/locales";
import { AnswerTimes } from "./answer-times.ts";
import type { Answers, ReadyResponse } from "./answers.ts";
import { readBodies } from "./bodies.ts";
import type { Config } from "./config.ts";
import { AppError } from "./errors.ts";
import { answerFailure, type ErrorPage, pathOf, refuseConnection, toAppError } from "./failures.ts";
import { loggedPath } from "./log.ts";
import { shedLoad } from "./pressure.ts";
import { securityHeaders } from "./security-headers.ts";

/** The server as rooms see it: routes infer their types from zod schemas. */
export type App = FastifyInstance<
  import("node:http").Server,
  IncomingMessage,
  import("node:http").ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module "fastify" {
  interface FastifyInstance {
    /** How long its answers took, for /metrics. */
    answerTimes: AnswerTimes;
  }
  interface FastifyRequest {
    /** The route of a page, of which Fastify knows nothing. */
    pageRoute: string | undefined;
  }
}

// Rules without a message of their own speak Portuguese too.
zodConfig(ptBR());

/** The largest body a call may send unless its route says otherwise, in bytes. */
const BODY_LIMIT = 256 * 1024;
/** How long a request may take to arrive, in milliseconds: the largest picture at 32 KB a second. */
const REQUEST_TIMEOUT = 4 * 60 * 1000;
/** How long its head may take, and how often both are checked. */
const HEADERS_TIMEOUT = 15_000;
const TIMEOUTS_CHECKED = 5_000;
/** How long a connection over which nothing moves stays open, in milliseconds. */
const STALL_TIMEOUT = 2 * 60 * 1000;
/** How long a connection that nobody uses stays open, in milliseconds: longer than balancers keep theirs (Caddy: two minutes). */
const KEEP_ALIVE_TIMEOUT = 130_000;
/**
 * Connections at once, those that wait to be accepted included: beyond what the system can queue nothing is answered, and
 * clients try again after a second, then two, four, up to half a minute.
 */
export const MAX_CONNECTIONS = 4000;
/** Requests under way over one connection; browsers and proxies send one at a time. */
const MAX_PIPELINED = 16;
/** How long the server waits for what is in flight when it ends, in milliseconds; what stalls is then cut off. */
const CLOSE_TIMEOUT = 8000;

/** What changes nothing, and how long it takes at least to be logged all the same where LOG_READS is off, in milliseconds. */
const READS = new Set(["GET", "HEAD", "OPTIONS"]);
const SLOW = 1000;

/** Nothing that a call means is nested deeper; following it further would exhaust the stack. */
const MAX_DEPTH = 64;

/** The path and query of a request's target, which may be a whole address, or `*` (RFC 9112, section 3.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/** Answers from the cache where it can, before anything else runs for a request. */
function sendCached(app: App, answers: Answers, guards: Record<string, string>): void {
  /** Headers as Node.js writes them fastest: names and values in turns. */
  const flat = new WeakMap<Record<string, string>, string[]>();
  function flatten(headers: Record<string, string>): string[] {
    let found = flat.get(headers);
    if (!found) {
      found = Object.entries({ ...guards, ...headers }).flat();
      flat.set(headers, found);
    }
    return found;
  }
  app.addHook("onRequest", (request, reply, done) => {
    const found = answers.find(request, app.isUnderPressure());
    if (!found) return done();
    const write = ({ status, headers, bytes }: ReadyResponse) => {
      reply.hijack();
      reply.raw.writeHead(status, [...flatten(headers), "x-request-id", request.id]).end(bytes);
    };
    if (found instanceof Promise) found.then(write, done);
    else write(found);
  });
}

/** Ends connections that ask for many things without reading the answers. */
function limitPipelining(app: App): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook("onRequest", ({ socket }, { raw }, done) => {
    const before = underWay.get(socket) ?? 0;
    if (before >= MAX_PIPELINED) return void socket.destroy();
    underWay.set(socket, before + 1);
    raw.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    done();
  });
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * The path of the first text that PostgreSQL cannot store (NUL byte, lone surrogate), or of what goes too deep to look at.
 */
function unstorableText(value: unknown, depth = 0): string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : [];
  if (value === null || typeof value !== "object") return undefined;
  if (depth === MAX_DEPTH) return [];
  for (const key in value) {
    if (!isStorable(key)) return [key];
    const found = unstorableText((value as Record<string, unknown>)[key], depth + 1);
    if (found) return [key, ...found];
  }
  return undefined;
}

/**
 * A Fastify server ready for rooms to mount their routes on.
 * @param config where the site lives decides HSTS; TRUST_PROXY decides whose address counts
 * @param log the process's logger
 * @param options.live while developing Vite brings inline scripts and styles: no Content-Security-Policy then
 * @param options.errorPage what browsers are shown when a page is refused or fails; JSON where it is absent
 * @param options.answers those kept are sent before a route is looked for
 */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  { live = false, errorPage, answers }: { live?: boolean; errorPage?: ErrorPage; answers?: Answers } = {},
): Promise<App> {
  const hops = config.trustProxy;
  const guards = securityHeaders(config, live);
  const answerTimes = new AnswerTimes();
  // Nothing in these lines has to be cut out, and looking for it would cost a third of writing them.
  const answerLog = log.child({}, { redact: [] });
  const app: App = Fastify({
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: TIMEOUTS_CHECKED },
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: STALL_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    rewriteUrl: ({ url = "" }) => originForm(url),
    loggerInstance: log,
    trustProxy: typeof hops === "number" ? (_address, hop) => hop < hops : hops,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // Idle keep-alive connections must not hold up a graceful end. What still arrives on one, from a proxy that has not
    // noticed, is answered, and the connection ended with it.
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, guards, errorPage),
    // An address that cannot be decoded has no route, and so no hook sees it.
    frameworkErrors(error, request, reply) {
      reply.headers({ ...guards, "x-request-id": request.id, "cache-control": "private, no-store" });
      answerFailure(toAppError(error), request, reply, errorPage);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  readBodies(app);

  app.decorate("answerTimes", answerTimes);
  app.decorateRequest("pageRoute", undefined);

  if (answers) sendCached(app, answers, guards);
  // What runs for every request calls back instead of returning promises, each of which would cost a turn.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(guards).header("x-request-id", request.id);
    done();
  });
  limitPipelining(app);
  await shedLoad(app);
  // Whoever never finishes a request, or never reads an answer, must not hold up the end.
  app.addHook("preClose", async () => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT).unref();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const path =
      unstorableText(request.params) ?? unstorableText(request.query) ?? unstorableText(request.body);
    if (!path) return done();
    // What is nested without end is called by where it begins.
    const field = path
      .slice(0, path.length < MAX_DEPTH ? MAX_DEPTH : 1)
      .join(".")
      .toWellFormed()
      .replaceAll("\0", "");
    done(new AppError(400, "validation_failed", "O texto contém caracteres inválidos.", { field }));
  });
  // What does not say otherwise is for the asker alone.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-store");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { id: reqId, method, url, pageRoute, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = pageRoute ?? routeOptions.url;
    answerTimes.observe(route, method, status, elapsedTime);
    if (config.logReads || !READS.has(method) || status >= 400 || elapsedTime >= SLOW) {
      const ms = Math.round(elapsedTime * 10) / 10;
      answerLog.info({ reqId, method, path: loggedPath(pathOf(url)), route, status, ms }, "answered");
    }
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = toAppError(error);
    if (expected.status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "failed");
    return answerFailure(expected, request, reply, errorPage);
  });
  return app;
}
