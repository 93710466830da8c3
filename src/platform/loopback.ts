/** Tells whether a caller sits at this machine: `/dev/*` is for nobody else, nor `/metrics` where it has no token. */
import type { FastifyRequest } from "fastify";
import { AppError } from "./errors.ts";

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
/** What a proxy adds: the caller is then whoever asked the proxy, also when TRUST_PROXY does not tell of it. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** What somebody on this machine calls it. A page elsewhere can have its own name lead here, and would read what the browser gets. */
const OWN_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether nobody stands between the caller and this machine: a header could claim any address, so none may be there. */
export function isLoopback({ ip, socket, headers }: FastifyRequest): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? "") || !LOOPBACK.test(ip)) return false;
  if (!OWN_NAMES.test(headers.host ?? "")) return false;
  return FORWARDED.every((name) => headers[name] === undefined);
}

/**
 * To callers elsewhere the page does not exist.
 * @throws AppError 404
 */
export function requireLoopback(request: FastifyRequest): void {
  if (!isLoopback(request)) throw new AppError(404, "not_found", "Página não encontrada.");
}
