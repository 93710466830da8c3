/** What is answered when something is refused or fails: to browsers as a page, to programs as JSON, to neither anything of the inside. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { Counter } from "prom-client";
import { isDatabaseAway } from "#platform/database/db.ts";
import { isStorageAway } from "#platform/storage.ts";
import { AppError, internalError, unavailable } from "./errors.ts";

/** What was refused or failed, by the stable code of the error. */
export const refusals = new Counter({
  name: "prompteca_refusals_total",
  help: "Requests that were refused or failed, by the code of their error.",
  labelNames: ["code"],
});

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

/**
 * The path of a URL without its query, which may hold addresses or tokens and so never reaches a log.
 * @param url path and query as requested
 */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Whether a path is asked by programs, who want their refusals as JSON. */
export function isApiPath(path: string): boolean {
  return /^\/(api|auth\/v1|media|assets)(\/|$)/.test(path);
}

/** Whether a refusal is read by a person in a browser. @param accept the header */
export function wantsPage(url: string, accept: string | undefined): boolean {
  return !isApiPath(pathOf(url)) && (accept?.includes("text/html") ?? false);
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

/** Answers a failure: as a page to who asked for one with a browser, as JSON to everybody else. */
export function handleError(
  error: AppError,
  { id, url, headers: { accept } }: FastifyRequest,
  reply: FastifyReply,
  errorPage: ErrorPage | undefined,
): FastifyReply {
  refusals.inc({ code: error.code });
  reply.code(error.status).headers(error.headers);
  if (!errorPage || !wantsPage(url, accept)) return reply.send(error.body);
  const { html, headers } = errorPage(error.status, error.message, id);
  return reply.headers(headers).type("text/html; charset=utf-8").send(html);
}

/** Answers who does not speak HTTP, or speaks it wrong: no request comes of that, so nothing else here sees it. */
export function handleClientError(
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
  // Of what could not be read as a request, the lines that tell who asks often can.
  const lines = rawPacket instanceof Buffer ? rawPacket.toString("latin1") : "";
  const asksForPage = /^accept:.*text\/html/im.test(lines) && !isApiPath(pathOf(lines.split(" ")[1] ?? ""));
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
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = tooLong ? "Request Header Fields Too Large" : "Bad Request";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("")}\r\n${body}`);
}
