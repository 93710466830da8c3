/** The process's logger: structured lines on standard output, with what must never be written cut out. */
import type { FastifyBaseLogger } from "fastify";
import pino from "pino";
import type { Config } from "./config.ts";

/** Lines wait for each other up to so many bytes, or so many milliseconds: a write for each would cost what the answer costs. */
const WRITTEN_TOGETHER = { minLength: 15 * 1024, periodicFlush: 100 };
/** What may wait, in bytes, for a reader of the log who does not read; lines beyond it are lost, the site goes on. */
const MAX_WAITING = 16 * 1024 * 1024;

/**
 * Writes what waits when the process exits in whatever way, short of being killed.
 * @param level the least severe level that is written
 */
export function createLogger(level: Config["logLevel"]): FastifyBaseLogger {
  return pino(
    {
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
    },
    pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING, ...WRITTEN_TOGETHER }),
  );
}

/**
 * An e-mail address for who must tell it from others and need not know it.
 * @example maskEmail("maria@exemplo.com.br") // "m***@exemplo.com.br"
 */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, "$1***");
}
