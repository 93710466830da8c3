/** The process's logger: structured lines on standard output, with what must never be written cut out. */
import type { FastifyBaseLogger } from "fastify";
import pino from "pino";
import type { Config } from "./config/config.ts";

/** Lines wait for each other up to so many bytes, or so many milliseconds: a write for each would cost what the answer costs. */
const LOG_BUFFER = { minLength: 15 * 1024, periodicFlush: 100 };
/** What may wait, in bytes, for a reader of the log who does not read; lines beyond it are lost, the site goes on. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;

/**
 * What `detail` and `where` of a database error quote are the values of a row; `client` is the whole connection that broke;
 * what a failed call was sent with may be anything.
 */
const LEFT_OUT = new Set(["detail", "where", "client", "config", "request", "response", "body", "input"]);
/** An error with its causes and parts is not followed deeper. */
const MAX_ERROR_DEPTH = 4;

// Every repetition is bounded, or begins where none of its characters came before: what people send is searched by these.
const EMAIL = /([\p{L}\d])[\p{L}\d._%+'-]{0,64}(@|%40)(?=[\p{L}\d-])/gu;
/** Credentials in an address, such as the database's. */
const CREDENTIALS = /:\/\/[^\s/@]+@/g;
const QUERY = /\?[^\s"'`)?=]*=[^\s"'`)]*/g;
/** Access tokens, and what is as long as the tokens of mails and refreshes; ids and hashes of pictures are shorter. */
const TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<![\w/.-])[\w-]{40,}(?![\w-])/g;

/** A text of unknown origin without what a log must not hold: whole e-mail addresses, tokens, queries, credentials. */
export function hideSecrets(text: string): string {
  return text
    .replace(CREDENTIALS, "://[…]@")
    .replace(QUERY, "?[…]")
    .replace(TOKEN, "[…]")
    .replace(EMAIL, "$1***$2");
}

/** Longer paths are nobody's: what is written of them is cut, so that neither searching nor writing them takes long. */
const MAX_PATH = 300;

/** A path as logs may show it: people type anything after a slash, an e-mail address too. */
export function loggedPath(path: string): string {
  const shown = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
  return shown.includes("@") || shown.includes("%40") ? hideSecrets(shown) : shown;
}

/** Hides in every text of an error, its causes and its parts what must not be written. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return hideSecrets(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_ERROR_DEPTH) return "[…]";
  if (Array.isArray(value)) return value.slice(0, 20).map((part) => clean(part, depth + 1));
  const entries = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(entries.map(([key, part]) => [key, clean(part, depth + 1)]));
}

function describeError(error: unknown): unknown {
  return clean(error instanceof Error ? pino.stdSerializers.err(error) : error);
}

let standardOutput: ReturnType<typeof pino.destination> | undefined;

/** One for all loggers of the process: each looks ten times a second whether anything waits. */
function openOutput() {
  standardOutput ??= pino.destination({
    dest: 1,
    sync: false,
    maxLength: MAX_UNWRITTEN_BYTES,
    ...LOG_BUFFER,
  });
  return standardOutput;
}

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
        paths: ["password", "token", "authorization", "*.password", "*.token", "*.authorization"],
        censor: "[…]",
      },
      serializers: { err: describeError },
    },
    openOutput(),
  );
}

/**
 * An e-mail address for who must tell it from others and need not know it.
 * @example maskEmail("maria@exemplo.com.br") // "m***@exemplo.com.br"
 */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, "$1***");
}
