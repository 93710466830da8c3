/** The process's logger: structured lines on standard output, with what must never be written cut out. */
import type { FastifyBaseLogger } from "fastify";
import pino from "pino";
import type { Config } from "./config.ts";

/** @param level the least severe level that is written */
export function createLogger(level: Config["logLevel"]): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // `detail` and `where` of a database error quote the values of a row; `client` is the whole connection that broke.
      paths: [
        "password",
        "token",
        "authorization",
        "*.password",
        "*.token",
        "*.authorization",
        "err.detail",
        "err.where",
        "err.client",
      ],
      censor: "[…]",
    },
  });
}

/**
 * An e-mail address as logs may show it.
 * @example maskEmail("maria@exemplo.com.br") // "m…@exemplo.com.br"
 */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, "$1…");
}
