/** The HTTP server without routes: Fastify with validation, body parsing, error handling, request ids and logging. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { config as zodConfig } from "zod";
import { ptBR } from "zod/locales";
import type { Config } from "#platform/config/config.ts";
import { loggedPath } from "#platform/log.ts";
import { observeAnswer, type ResponseRecord } from "./answer-times.ts";
import { withoutVersion } from "./api-version.ts";
import { countConcurrentRequests } from "./concurrent-requests.ts";
import {
  beforeCutCharacter,
  type ErrorPage,
  handleClientError,
  handleError,
  pathOf,
  toAppError,
  writeError,
} from "./error-handler.ts";
import { AppError } from "./errors.ts";
import { refuseForeignOrigins } from "./foreign-origins.ts";
import { boundLargeAnswers, LARGE_ANSWER } from "./large-answers.ts";
import { shedLoad } from "./load-shedding.ts";
import { maintenance, watchMaintenance } from "./maintenance.ts";
import { createNodeServer } from "./node-server.ts";
import { readAhead } from "./posted-reads.ts";
import { sendLimitHeaders } from "./rate-limit-headers.ts";
import type { ReadyResponse } from "./representations.ts";
import { afterBody, readBodies } from "./request-bodies.ts";
import type { ResponseCache } from "./response-cache.ts";
import { securityHeaders } from "./security-headers.ts";

/** The server for rooms: routes infer their types from zod schemas. */
export type App = FastifyInstance<
  import("node:http").Server,
  IncomingMessage,
  import("node:http").ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module "fastify" {
  interface FastifyRequest {
    /** The client-side route of a page, which Fastify does not know. */
    pageRoute: string | undefined;
  }
}

// Portuguese messages for rules without one.
zodConfig(ptBR());

/** Default limit of a request's body, in bytes. */
const DEFAULT_BODY_LIMIT_BYTES = 256 * 1024;
/** Milliseconds to wait for running requests during shutdown; then their connections are closed. */
const CLOSE_TIMEOUT_MS = 8000;

/** With LOG_READS=off, requests with these methods are logged only if they fail or take this long (304 always so). */
const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const SLOW_READ_MS = 1000;

/** Headers of an answer that is sent for what was posted. */
const PRIVATE_JSON = ["content-type", "application/json", "cache-control", "private, no-store"];

/** Maximum nesting depth of JSON; no valid request is deeper, and recursion could exhaust the stack. */
const MAX_JSON_DEPTH = 64;

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Returns the path of the first text that PostgreSQL cannot store (NUL byte, lone surrogate) or that is too deep.
 */
function unstorableText(value: unknown, depth = 0): string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : [];
  if (value === null || typeof value !== "object") return undefined;
  if (depth === MAX_JSON_DEPTH) return [];
  for (const key in value) {
    if (!isStorable(key)) return [key];
    const found = unstorableText((value as Record<string, unknown>)[key], depth + 1);
    if (found) return [key, ...found];
  }
  return undefined;
}

/**
 * Creates a Fastify server on which rooms register their routes.
 * @param log the process's logger
 * @param options.live omits the Content-Security-Policy, for Vite's development server
 * @param options.errorPage renders errors for browsers; without it, all errors are JSON
 * @param options.responseCache answers from this cache before routing
 */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  {
    live = false,
    errorPage,
    responseCache,
  }: { live?: boolean; errorPage?: ErrorPage; responseCache?: ResponseCache } = {},
): Promise<App> {
  const hops = config.trustProxy;
  const guards = securityHeaders(config, live);
  const flatGuards = Object.entries(guards).flat();
  // These lines contain nothing to redact, and searching them would cost a third of writing them.
  const responseLog = log.child({}, { redact: [] });

  /** Records a response in metrics and log. */
  function record(answer: ResponseRecord) {
    observeAnswer(answer);
    const { id: reqId, method, url, route, status } = answer;
    // A 304 adds nothing to the metrics, and its line would cost a sixth of it (decision 26).
    const omitted = status === 304 || (!config.logReads && READ_METHODS.has(method) && status < 400);
    if (omitted && answer.ms < SLOW_READ_MS) return;
    const ms = Math.round(answer.ms * 10) / 10;
    responseLog.info({ reqId, method, path: loggedPath(pathOf(url)), route, status, ms }, "answered");
  }

  /** Sends a cached answer. @param started when the request came, by `performance.now()` */
  function send(
    { method = "", url = "" }: IncomingMessage,
    response: ServerResponse,
    { status, flatHeaders, flatGuards: own, bytes }: Omit<ReadyResponse, "headers">,
    { route, started }: { route: string | undefined; started: number },
  ): void {
    const id = randomUUID();
    response.writeHead(status, [...(own ?? flatGuards), ...flatHeaders, "x-request-id", id]).end(bytes);
    record({ id, method, url, route, status, ms: performance.now() - started });
  }

  /**
   * Answers from the cache before Fastify sees a request, if it can: in a hook, the same costs a third more (decision
   * 26).
   */
  function answerFromCache(request: IncomingMessage, response: ServerResponse, handle: RequestListener) {
    const started = performance.now();
    const path = pathOf(request.url ?? "");
    if (pause.refuses(path)) return answerPause(request, response, path);
    const found = responseCache?.find(request, isOverloaded());
    if (!found) return answerPosted(request, response, handle);
    const { response: cached, route } = found;
    // A large one is counted where its caller is known.
    const sendMade = (made: ReadyResponse) =>
      (made.bytes?.length ?? 0) < LARGE_ANSWER
        ? send(request, response, made, { route, started })
        : handle(request, response);
    if (!(cached instanceof Promise)) return sendMade(cached);
    cached.then(sendMade).catch((error) => response.destroy(error));
  }

  /** Says at once that the site is in maintenance, whatever is asked. */
  function answerPause(request: IncomingMessage, response: ServerResponse, path: string) {
    const started = performance.now();
    const error = maintenance();
    const { type, body, headers } =
      path === "/readyz"
        ? { type: "application/json", body: '{"status":"maintenance"}', headers: {} }
        : writeError(error, forms, { path, accept: request.headers.accept });
    const all = { ...guards, ...error.headers, "cache-control": "no-store", vary: "accept", ...headers };
    const bytes = Buffer.from(body);
    const flatHeaders = ["content-type", `${type}; charset=utf-8`, "content-length", String(bytes.length)];
    const answer = { status: error.status, flatHeaders, flatGuards: Object.entries(all).flat(), bytes };
    send(request, response, answer, { route: undefined, started });
  }

  /** The same for reads by POST, once the body has been read. */
  function answerPosted(request: IncomingMessage, response: ServerResponse, handle: RequestListener) {
    const find = responseCache?.findPosted(request);
    if (!find) return handle(request, response);
    readAhead(request, (body) => {
      const started = performance.now();
      const bytes = find(body, isOverloaded());
      if (!bytes || bytes.length >= LARGE_ANSWER) return handle(request, response);
      const flatHeaders = [...PRIVATE_JSON, "content-length", String(bytes.length)];
      const answer = { status: 200, flatHeaders, flatGuards: undefined, bytes };
      send(request, response, answer, { route: pathOf(request.url ?? ""), started });
    });
  }

  const forms = { origin: config.publicUrl, errorPage };
  const refuse = (error: Error & { code?: string }, socket: Socket) =>
    handleClientError(error, socket, guards, forms);
  const pause = watchMaintenance(config.dataDir);
  const requests = countConcurrentRequests();
  let isOverloaded = () => false;
  const app: App = Fastify({
    serverFactory: (handle) => createNodeServer({ handle, refuse, answerFromCache, requests }),
    loggerInstance: log,
    trustProxy: typeof hops === "number" ? (_address, hop) => hop < hops : hops,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = "" }) => withoutVersion(url),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // Idle keep-alive connections must not delay shutdown. A request that still arrives on one, from a proxy that has
    // not noticed, is answered, and its connection closed.
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler: refuse,
    // A URL that cannot be decoded has no route, and so bypasses the hooks.
    frameworkErrors(error, request, reply) {
      reply.headers({ ...guards, "x-request-id": request.id, "cache-control": "private, no-store" });
      const whole = beforeCutCharacter(request);
      if (whole) return void reply.redirect(whole, 302);
      afterBody(request, reply, () => handleError(toAppError(error, request), request, reply, forms));
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  app.decorateRequest("pageRoute", undefined);

  // Hooks for every request use callbacks: each promise would cost a turn of the event loop.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(guards).header("x-request-id", request.id);
    done();
  });
  readBodies(app);
  isOverloaded = await shedLoad(app, requests);
  refuseForeignOrigins(app, config.publicUrl);
  sendLimitHeaders(app);
  boundLargeAnswers(app);
  app.addHook("onClose", async () => pause.stop());
  // A client that never finishes a request, or never reads a response, must not delay shutdown.
  app.addHook("preClose", async () => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const path =
      unstorableText(request.params) ?? unstorableText(request.query) ?? unstorableText(request.body);
    if (!path) return done();
    // For too deep nesting, name only the outermost field.
    const field = path
      .slice(0, path.length < MAX_JSON_DEPTH ? MAX_JSON_DEPTH : 1)
      .join(".")
      .toWellFormed()
      .replaceAll("\0", "");
    done(new AppError(400, "validation_failed", "O texto contém caracteres inválidos.", { field }));
  });
  // Responses are private by default, and every 401 says how to authenticate (RFC 9110, section 15.5.2; RFC 6750,
  // section 3).
  app.addHook("onSend", ({ headers: { authorization } }, reply, payload, done) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-store");
    if (reply.statusCode === 401 && !reply.hasHeader("www-authenticate")) {
      const error = authorization === undefined ? "" : ', error="invalid_token"';
      reply.header("www-authenticate", `Bearer realm="Prompteca"${error}`);
    }
    done(null, payload);
  });
  // For a HEAD, Fastify would read a stream to its end, to send nothing of it.
  app.addHook("onSend", ({ method }, _reply, payload, done) => {
    if (method !== "HEAD" || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { id, method, originalUrl, pageRoute, routeOptions } = request;
    const route = pageRoute ?? routeOptions.url;
    record({ id, method, url: originalUrl, route, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = toAppError(error, request);
    if (expected.status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "failed");
    return handleError(expected, request, reply, forms);
  });
  return app;
}
