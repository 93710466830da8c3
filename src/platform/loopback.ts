/** Tells whether a caller sits at this machine: `/dev/*` is for nobody else. */
import type { FastifyRequest } from "fastify";
import { AppError } from "./errors.ts";

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

/**
 * To callers elsewhere the page does not exist. The socket's own address counts beside the one that a proxy names: a
 * header could claim any.
 * @throws AppError 404
 */
export function requireLoopback({ ip, socket }: FastifyRequest): void {
  if (LOOPBACK.test(socket.remoteAddress ?? "") && LOOPBACK.test(ip)) return;
  throw new AppError(404, "not_found", "Página não encontrada.");
}
