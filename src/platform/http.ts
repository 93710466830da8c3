/** The HTTP server without routes: validation, error answers, request ids, security headers, logging. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import helmet from "helmet";
import { Counter } from "prom-client";
import { config as zodConfig } from "zod";
import { ptBR } from "zod/locales";
import { AnswerTimes } from "./answer-times.ts";
import type { Answers, ReadyAnswer } from "./answers.ts";
import type { Config } from "./config.ts";
import { isDatabaseAway } from "./db.ts";
import { AppError, internalError, tooBusy, unavailable } from "./errors.ts";
import { loggedPath } from "./log.ts";
import { openPressure } from "./pressure.ts";
import { openRoom } from "./room.ts";
import { isStorageAway } from "./storage.ts";

/** The server as rooms see it: routes infer their types from zod schemas. */
export type App = FastifyInstance<
  import("node:http").Server,
  import("node:http").IncomingMessage,
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

/** What was refused or failed, by the stable code of the error. */
export const refusals = new Counter({
  name: "prompteca_refusals_total",
  help: "Requests that were refused or failed, by the code of their error.",
  labelNames: ["code"],
});

// Rules without a message of their own speak Portuguese too.
zodConfig(ptBR());

/** The largest body a call may send unless its route says otherwise, in bytes. */
const BODY_LIMIT = 256 * 1024;
/**
 * Bodies that are read or worked on at once, in bytes, in all and from one address. Each is a text in the heap, and a copy of it while
 * it is read: seven of the largest pictures.
 */
const BODIES = { most: 48 * 1024 * 1024, each: 24 * 1024 * 1024 };
/** How long a request may take to arrive, in milliseconds: a large picture over a poor connection. */
const REQUEST_TIMEOUT = 5 * 60 * 1000;
/** How long its head may take, and how often that is looked at. */
const HEADERS_TIMEOUT = 15_000;
const TIMEOUTS_CHECKED = 5_000;
/** How long a body may take, in milliseconds, and for each of its bytes: nobody holds room for others by being slow. */
const BODY_TIMEOUT = 20_000;
const BODY_TIMEOUT_PER_BYTE = 1000 / 32_768;
/** How long a connection over which nothing moves stays open, in milliseconds. */
const STALL_TIMEOUT = 2 * 60 * 1000;
/** Connections at once; a proxy in front needs one for each request that is under way. */
const MAX_CONNECTIONS = 4000;
/** How long a connection that nobody uses stays open, in milliseconds: longer than balancers keep theirs (Caddy: two minutes). */
const KEEP_ALIVE_TIMEOUT = 130_000;
/** How long the server waits for what is in flight when it ends, in milliseconds; what stalls is then cut off. */
const CLOSE_TIMEOUT = 8000;

interface AnswerRecord {
  id: string;
  method: string;
  url: string;
  route: string | undefined;
  status: number;
  ms: number;
}

/** Fastify's own refusals, in words for people. */
const FRAMEWORK_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "O conteúdo enviado é grande demais.",
  FST_ERR_CTP_INVALID_JSON_BODY: "O corpo da requisição não é um JSON válido.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "Envie o corpo da requisição como application/json.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "O tamanho informado não corresponde ao conteúdo enviado.",
  FST_ERR_BAD_URL: "O endereço é inválido.",
  FST_ERR_MAX_PARAM_LENGTH: "O endereço é longo demais.",
};

/**
 * Writes what people read in a browser when a page is refused or fails.
 * @param requestId absent when no request came of what was sent
 */
export type ErrorPage = (
  status: number,
  message: string,
  requestId?: string,
) => { html: string; headers: Record<string, string> };

/** Whether a path is asked by programs, who want their refusals as JSON. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|auth\/v1|media|assets)(\/|$)/.test(path);
}

/** Whether a path is asked by who watches the site, who must learn how it is. */
function isForProbes(url = ""): boolean {
  return /^\/(healthz|readyz|metrics)(\?|$)/.test(url);
}

/** Answers a failure: as a page to who asked for one with a browser, as JSON to everybody else. */
function answerFailure(
  error: AppError,
  { id, url, headers: { accept } }: FastifyRequest,
  reply: FastifyReply,
  errorPage: ErrorPage | undefined,
): FastifyReply {
  refusals.inc({ code: error.code });
  reply.code(error.status).headers(error.headers);
  if (!errorPage || isForPrograms(pathOf(url)) || !accept?.includes("text/html")) {
    return reply.send(error.body);
  }
  const { html, headers } = errorPage(error.status, error.message, id);
  return reply.headers(headers).type("text/html; charset=utf-8").send(html);
}

/** Answers who does not speak HTTP, or speaks it wrong: no request comes of that, so nothing else here sees it. */
function refuseConnection(
  { code, rawPacket }: { code?: string; rawPacket?: unknown },
  socket: Socket & { _httpMessage?: ServerResponse | null },
  guards: Record<string, string>,
  errorPage: ErrorPage | undefined,
): void {
  // What follows the last request of a connection is owed nothing; the answer to that request closes it.
  if (code === "HPE_CLOSED_CONNECTION") return;
  // Into an answer that is under way nothing may be written.
  if (code === "ECONNRESET" || !socket.writable || socket._httpMessage?.headersSent) {
    return void socket.destroy();
  }
  const tooLong = code === "HPE_HEADER_OVERFLOW";
  const status = tooLong ? 431 : 400;
  const message = tooLong ? "O cabeçalho da requisição é grande demais." : "Requisição inválida.";
  const json = JSON.stringify(new AppError(status, "bad_request", message).body);
  // Of what could not be read as a request, the line that asks for a page often can.
  const asksForPage = /^accept:.*text\/html/im.test(
    rawPacket instanceof Buffer ? rawPacket.toString("latin1") : "",
  );
  const page = asksForPage ? errorPage?.(status, message) : undefined;
  const body = page?.html ?? json;
  const headers = {
    ...guards,
    "content-type": `${page ? "text/html" : "application/json"}; charset=utf-8`,
    "cache-control": "no-store",
    connection: "close",
    "content-length": Buffer.byteLength(body),
    ...page?.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = tooLong ? "Request Header Fields Too Large" : "Bad Request";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}

/**
 * What guards every answer. The headers are the same for all, so they are worked out once: per request that would cost more
 * than sending a kept answer does.
 */
function securityHeaders(config: Config, live: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
  const guard = helmet({
    contentSecurityPolicy: !live && contentSecurityPolicy(config),
    hsts: config.publicUrl.startsWith("https:") && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
  });
  // Helmet speaks to a response; this one only takes notes.
  const notes = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  guard({} as IncomingMessage, notes as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** The Content-Security-Policy, the same for every answer. */
function contentSecurityPolicy(config: Config) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // The picture of a form is previewed from the device before it is sent.
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(config.publicUrl.startsWith("https:") && { upgradeInsecureRequests: [] }),
    },
  };
}

/**
 * The path of a URL without its query, which may hold addresses or tokens and so never reaches a log.
 * @param url path and query as requested
 */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** What a first line asks for, as path and query: it may name a whole address, or `*` (RFC 9112, section 3.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/** Nothing that a call means is nested deeper; following it further would exhaust the stack. */
const MAX_DEPTH = 64;

/**
 * The path of the first text that PostgreSQL cannot store (NUL byte, lone surrogate); of what goes too deep to look at,
 * where it begins.
 */
function unstorableText(value: unknown, path: string[] = []): string[] | undefined {
  if (typeof value === "string") {
    return value.includes("\0") || !value.isWellFormed() ? path : undefined;
  }
  if (value === null || typeof value !== "object") return undefined;
  if (path.length >= MAX_DEPTH) return path.slice(0, 1);
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorableText(key, [...path, key]) ?? unstorableText(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

/**
 * Turns anything thrown while answering into an expected error, or into a 500 that tells nothing of the inside.
 * @param error what was thrown
 */
export function toAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const field = issue?.instancePath.split("/").filter(Boolean).join(".");
    return new AppError(
      400,
      "validation_failed",
      issue?.message ?? "Dados inválidos",
      field ? { field } : {},
    );
  }
  const { statusCode = 500, code = "" } = error as FastifyError;
  if (statusCode >= 400 && statusCode < 500) {
    return new AppError(statusCode, "bad_request", FRAMEWORK_MESSAGES[code] ?? "Requisição inválida.");
  }
  return isDatabaseAway(error) || isStorageAway(error) ? unavailable() : internalError();
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

  /** Counts an answer and writes its line. @param url without its query in the log @param ms milliseconds */
  function record({ id: reqId, method, url, route, status, ms }: AnswerRecord) {
    answerTimes.observe(route, method, status, ms);
    const line = {
      reqId,
      method,
      path: loggedPath(pathOf(url)),
      route,
      status,
      ms: Math.round(ms * 10) / 10,
    };
    answerLog.info(line, "answered");
  }

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

  const pressure = openPressure();
  const busy = tooBusy();
  const busyHeaders = { ...busy.headers, "cache-control": "private, no-store" };
  const busyJson: ReadyAnswer = {
    status: busy.status,
    bytes: Buffer.from(JSON.stringify(busy.body)),
    headers: { ...busyHeaders, "content-type": "application/json; charset=utf-8" },
    route: undefined,
  };
  const page = errorPage?.(busy.status, busy.message);
  const busyPage: ReadyAnswer | undefined = page && {
    ...busyJson,
    bytes: Buffer.from(page.html),
    headers: { ...page.headers, ...busyHeaders, "content-type": "text/html; charset=utf-8" },
  };
  /** Sends what only has to be written, before a route is looked for: no hook of Fastify sees it. */
  function sendAtOnce(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
    const started = performance.now();
    const { method = "", url = "" } = request;
    const { route, status, headers, bytes } = answer;
    const id = randomUUID();
    response.writeHead(status, [...flatten(headers), "x-request-id", id]).end(bytes);
    record({ id, method, url, route, status, ms: performance.now() - started });
  }

  /** Turns a request away for next to nothing, where even a refusal by its route would hold up what was let in. */
  function sendBusy(request: IncomingMessage, response: ServerResponse): void {
    const { url = "", headers } = request;
    const forPeople = !isForPrograms(pathOf(url)) && headers.accept?.includes("text/html");
    refusals.inc({ code: busy.code });
    sendAtOnce(request, response, (forPeople && busyPage) || busyJson);
  }

  const app = Fastify({
    serverFactory(handle) {
      const server = createServer(
        {
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
          requestTimeout: REQUEST_TIMEOUT,
          headersTimeout: HEADERS_TIMEOUT,
          connectionsCheckingInterval: TIMEOUTS_CHECKED,
        },
        // One that is closing tells whoever still asks to connect anew.
        (request, response) => {
          request.url = originForm(request.url ?? "");
          const isTooMuch = pressure.isTooHigh();
          const ready = server.listening ? answers?.ready(request, isTooMuch) : undefined;
          if (ready) return sendAtOnce(request, response, ready);
          if (isTooMuch && !isForProbes(request.url) && !answers?.isKept(request)) {
            return sendBusy(request, response);
          }
          const end = pressure.begin(request.socket);
          if (!end) return void request.socket.destroy();
          response.once("close", end);
          handle(request, response);
        },
      );
      server.maxConnections = MAX_CONNECTIONS;
      server.timeout = STALL_TIMEOUT;
      return server;
    },
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
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  // A JSON content type without a body is what auth-js sends to /logout, and what an empty toggle may send.
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  // Arrives as bytes, which lie outside of the heap.
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parseJson(request, body.toString(), done);
  });

  const bodies = openRoom({ name: "bodies", ...BODIES, refusal: tooBusy });
  // After the route has looked who asks, and before anything is read.
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { "content-length": length, "transfer-encoding": chunked } = request.headers;
    const limit = request.routeOptions.bodyLimit;
    const bytes = chunked ? limit : Math.min(Number(length ?? 0), limit);
    if (!bytes) return done(null, payload);
    let leave: () => void;
    try {
      leave = bodies(bytes, request.ip);
    } catch (refusal) {
      // What arrives all the same is thrown away by Node.js, so that the refusal can be read.
      return done(refusal as AppError);
    }
    const late = setTimeout(() => request.raw.destroy(), BODY_TIMEOUT + bytes * BODY_TIMEOUT_PER_BYTE);
    request.raw.once("end", () => clearTimeout(late));
    reply.raw.once("close", () => {
      clearTimeout(late);
      leave();
    });
    done(null, payload);
  });

  app.decorate("answerTimes", answerTimes);
  app.decorateRequest("pageRoute", undefined);

  // What runs for every request calls back instead of returning promises, each of which would cost a turn.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(guards).header("x-request-id", request.id);
    done();
  });
  // Whoever never finishes a request, or never reads an answer, must not hold up the end.
  app.addHook("preClose", async () => {
    pressure.close();
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT).unref();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const path =
      unstorableText(request.params) ?? unstorableText(request.query) ?? unstorableText(request.body);
    if (!path) return done();
    const field = path.join(".").toWellFormed().replaceAll("\0", "");
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
    return answerFailure(expected, request, reply, errorPage);
  });
  return app;
}
