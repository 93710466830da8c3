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
import type { Config } from "#platform/config/config.ts";
import { loggedPath } from "#platform/log.ts";
import { type AnswerTimes, createAnswerTimes, observeAnswer } from "./answer-times.ts";
import { type ErrorPage, handleClientError, handleError, pathOf, toAppError } from "./error-handler.ts";
import { AppError } from "./errors.ts";
import { shedLoad } from "./load-shedding.ts";
import { createNodeServer, limitPipelining } from "./node-server.ts";
import { readBodies } from "./request-bodies.ts";
import { openCachedResponder, type ResponseCache, type ResponseRecord } from "./response-cache.ts";
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
/** How long the server waits for what is in flight when it ends, in milliseconds; what stalls is then cut off. */
const CLOSE_TIMEOUT = 8000;

/** What changes nothing, and how long it takes at least to be logged all the same where LOG_READS is off, in milliseconds. */
const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const SLOW_READ_MS = 1000;

/** Nothing that a call means is nested deeper; following it further would exhaust the stack. */
const MAX_JSON_DEPTH = 64;

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * The path of the first text that PostgreSQL cannot store (NUL byte, lone surrogate), or of what goes too deep to look at.
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
 * A Fastify server ready for rooms to mount their routes on.
 * @param config where the site lives decides HSTS; TRUST_PROXY decides whose address counts
 * @param log the process's logger
 * @param options.live while developing Vite brings inline scripts and styles: no Content-Security-Policy then
 * @param options.errorPage what browsers are shown when a page is refused or fails; JSON where it is absent
 * @param options.responseCache what it holds is sent before a route is looked for
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
  const answerTimes = createAnswerTimes();
  // Nothing in these lines has to be cut out, and looking for it would cost a third of writing them.
  const answerLog = log.child({}, { redact: [] });

  /** Counts a response and writes its line. */
  function record({ id: reqId, method, url, route, status, ms: exactMs }: ResponseRecord) {
    observeAnswer(answerTimes, { route, method, status, ms: exactMs });
    if (!config.logReads && READ_METHODS.has(method) && status < 400 && exactMs < SLOW_READ_MS) return;
    const ms = Math.round(exactMs * 10) / 10;
    answerLog.info({ reqId, method, path: loggedPath(pathOf(url)), route, status, ms }, "answered");
  }

  const answerFromCache = responseCache && openCachedResponder(responseCache, guards, record);
  const refuse = (error: Error & { code?: string }, socket: Socket) =>
    handleClientError(error, socket, guards, errorPage);
  const app: App = Fastify({
    serverFactory: (handle) =>
      createNodeServer({
        handle,
        refuse,
        answerFromCache: (request, response) =>
          answerFromCache?.(request, response, app.isUnderPressure()) ?? false,
      }),
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
    clientErrorHandler: refuse,
    // An address that cannot be decoded has no route, and so no hook sees it.
    frameworkErrors(error, request, reply) {
      reply.headers({ ...guards, "x-request-id": request.id, "cache-control": "private, no-store" });
      handleError(toAppError(error), request, reply, errorPage);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  readBodies(app);

  app.decorate("answerTimes", answerTimes);
  app.decorateRequest("pageRoute", undefined);

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
      .slice(0, path.length < MAX_JSON_DEPTH ? MAX_JSON_DEPTH : 1)
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
    const { id, method, url, pageRoute, routeOptions } = request;
    const route = pageRoute ?? routeOptions.url;
    record({ id, method, url, route, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = toAppError(error);
    if (expected.status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "failed");
    return handleError(expected, request, reply, errorPage);
  });
  return app;
}
