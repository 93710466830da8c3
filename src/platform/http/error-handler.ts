/** The error handler: responds with a page to browsers and with JSON to programs, without internal details. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { Counter } from "prom-client";
import { isDatabaseUnavailable } from "#platform/database/unavailable.ts";
import { isStorageUnavailable } from "#platform/storage.ts";
import { AppError, internalError, invalidFields, unavailable } from "./errors.ts";
import { JSON_TYPE, PROBLEM_TYPE, prefersProblem, problemOf } from "./problem.ts";

/** Refused and failed requests by error code. */
export const refusals = new Counter({
  name: "prompteca_refusals_total",
  help: "Requests that were refused or failed, by the code of their error.",
  labelNames: ["code"],
});

/** For a schema without a message of its own. */
const INVALID = "Dados inválidos";

/** Portuguese messages of Fastify's own errors. */
const FRAMEWORK_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "O corpo da requisição não é um JSON válido.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "Envie o corpo da requisição como application/json.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "O tamanho informado não corresponde ao conteúdo enviado.",
  FST_ERR_BAD_URL: "O endereço é inválido.",
  FST_ERR_MAX_PARAM_LENGTH: "O endereço é longo demais.",
};

/**
 * Renders the page that browsers show for an error.
 * @param requestId absent when the input could not be parsed as a request
 */
export type ErrorPage = (
  error: Pick<AppError, "status" | "code" | "message">,
  requestId?: string,
) => { html: string; headers: Record<string, string> };

/**
 * Returns the path of a URL without its query, which may contain e-mail addresses or tokens and must not be logged.
 * @param url path and query of the request
 */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** A page's address without the character within which its path was cut; undefined for others. */
export function beforeCutCharacter({ url, method }: { url: string; method: string }): string | undefined {
  const path = pathOf(url);
  if (method !== "GET" || isApiPath(path) || !/^\/[^/\\]/.test(path)) return undefined;
  for (const { 0: escaped, index } of path.matchAll(/(?:%[\da-f]{0,2})+/gi))
    try {
      decodeURIComponent(escaped);
    } catch {
      return path[index - 1] === "/" ? undefined : path.slice(0, index) + url.slice(path.length);
    }
  return undefined;
}

/** Whether a path is requested by programs, which expect errors as JSON. */
export function isApiPath(path: string): boolean {
  return /^\/(api|auth\/v1|mcp|media|assets|oembed)(\/|$)/.test(path);
}

const inKilobytes = (bytes: number) => `${Math.floor(bytes / 1000).toLocaleString("pt-BR")} kB`;

function bodyTooLarge({ routeOptions, headers }: FastifyRequest): AppError {
  const most = inKilobytes(routeOptions.bodyLimit);
  const size = inKilobytes(Number(headers["content-length"] ?? 0));
  const found = headers["content-length"] && size !== most ? `tem ${size}, e ` : "";
  return new AppError(
    413,
    "bad_request",
    `O conteúdo enviado é grande demais: ${found}o máximo são ${most}.`,
  );
}

/**
 * Converts any error into an expected one, or into a 500 without internal details.
 * @param request whose body may be too large; absent where that has been read
 */
export function toAppError(error: FastifyError | AppError | Error, request?: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const found = error.validation.map(({ instancePath, message = INVALID }) => ({
      field: instancePath.split("/").filter(Boolean).join("."),
      message,
    }));
    return invalidFields("validation_failed", found, INVALID);
  }
  const { statusCode = 500, code = "" } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" && request) return bodyTooLarge(request);
  if (statusCode >= 400 && statusCode < 500) {
    return new AppError(statusCode, "bad_request", FRAMEWORK_MESSAGES[code] ?? "Requisição inválida.");
  }
  return isDatabaseUnavailable(error) || isStorageUnavailable(error) ? unavailable() : internalError();
}

/** How a site answers errors. */
export interface ErrorForms {
  /** The site's address. */
  origin: string;
  /** Without it, no error is a page. */
  errorPage?: ErrorPage | undefined;
}

interface ErrorBytes {
  type: string;
  body: string;
  headers?: Record<string, string>;
}

/** Writes an error in the form that the client prefers: a page for browsers, else a problem or the API's own form. */
export function writeError(
  error: AppError,
  { origin, errorPage }: ErrorForms,
  { path, accept, id }: { path: string; accept: string | undefined; id?: string },
): ErrorBytes {
  if (errorPage && !isApiPath(path) && accept?.includes("text/html")) {
    const { html, headers } = errorPage(error, id);
    return { type: "text/html", body: html, headers };
  }
  if (prefersProblem(accept)) {
    return { type: PROBLEM_TYPE, body: JSON.stringify(problemOf(error, origin, id)) };
  }
  return { type: JSON_TYPE, body: JSON.stringify(error.body) };
}

/** Sends an error. */
export function handleError(
  error: AppError,
  { id, url, headers: { accept } }: FastifyRequest,
  reply: FastifyReply,
  forms: ErrorForms,
): FastifyReply {
  refusals.inc({ code: error.code });
  const { type, body, headers } = writeError(error, forms, { path: pathOf(url), accept, id });
  return reply
    .code(error.status)
    .headers({ ...error.headers, vary: "accept", ...headers })
    .type(`${type}; charset=utf-8`)
    .send(body);
}

/** Milliseconds for which the connection of invalid HTTP stays open, so that the client can read the response. */
const LINGER_MS = 2000;

/** Responds to invalid HTTP, which never becomes a request and so bypasses all hooks. */
export function handleClientError(
  { code, rawPacket }: { code?: string; rawPacket?: unknown },
  socket: Socket & { _httpMessage?: ServerResponse | null },
  guards: Record<string, string>,
  forms: ErrorForms,
): void {
  // Data after the last request of a connection gets no response; the response to that request closes the connection.
  if (code === "HPE_CLOSED_CONNECTION") return;
  // More of the same request, after the response below: destroying the connection now could lose that response.
  if (socket.writableEnded) return;
  // Nothing may be written into a response that has started.
  if (code === "ECONNRESET" || !socket.writable || socket._httpMessage?.headersSent) {
    return void socket.destroy();
  }
  const tooLong = code === "HPE_HEADER_OVERFLOW";
  const status = tooLong ? 431 : 400;
  const message = tooLong ? "O cabeçalho da requisição é grande demais." : "Requisição inválida.";
  // The invalid request often has a readable request line and Accept header.
  const lines = rawPacket instanceof Buffer ? rawPacket.toString("latin1") : "";
  const accept = /^accept:(.*)/im.exec(lines)?.[1]?.trim();
  const path = pathOf(lines.split(" ")[1] ?? "");
  const written = writeError(new AppError(status, "bad_request", message), forms, { path, accept });
  const headers = {
    ...guards,
    "content-type": `${written.type}; charset=utf-8`,
    "cache-control": "no-store",
    vary: "accept",
    connection: "close",
    "content-length": Buffer.byteLength(written.body),
    ...written.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = tooLong ? "Request Header Fields Too Large" : "Bad Request";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("")}\r\n${written.body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(timer));
}
