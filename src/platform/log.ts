/** The process's logger: structured lines on standard output, without personal data and secrets. */
import type { FastifyBaseLogger } from "fastify";
import pino from "pino";
import type { Config } from "./config/config.ts";

/**
 * Lines are buffered up to `minLength` bytes or `periodicFlush` milliseconds: one write per line would cost as much as
 * the response.
 */
const LOG_BUFFER = { minLength: 15 * 1024, periodicFlush: 100 };
/** Bytes to buffer when the log's reader stalls. Lines beyond them are dropped, and the site continues. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;

/**
 * Fields of errors that are not logged. `detail` and `where` of database errors quote the row's values, `client` is the
 * whole broken connection, and the data of a failed call may be anything.
 */
const OMITTED_FIELDS = new Set([
  "detail",
  "where",
  "client",
  "config",
  "request",
  "response",
  "body",
  "input",
]);
/** Nesting depth up to which an error's causes and properties are logged. */
const MAX_ERROR_DEPTH = 4;

// These run over untrusted input. To stay linear, each repetition is bounded or cannot start within an earlier one.
const EMAIL = /([\p{L}\d])[\p{L}\d._%+'-]{0,64}(@|%40)(?=[\p{L}\d-])/gu;
/** Credentials in a URL, such as the database's. */
const CREDENTIALS = /:\/\/[^\s/@]+@/g;
const QUERY = /\?[^\s"'`)?=]*=[^\s"'`)]*/g;
/** Access tokens, and strings as long as the tokens in mails and refresh tokens. Ids and picture hashes are shorter. */
const TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<![\w/.-])[\w-]{40,}(?![\w-])/g;
/** API keys (accounts/server/api-keys/key-format.ts), also when some of their characters were lost. */
const KEY = /pk_[0-9A-Za-z]{16,}/g;

/** Removes e-mail addresses, tokens, query strings and credentials from a text of unknown origin. */
export function hideSecrets(text: string): string {
  return text
    .replace(CREDENTIALS, "://[…]@")
    .replace(QUERY, "?[…]")
    .replace(KEY, "[…]")
    .replace(TOKEN, "[…]")
    .replace(EMAIL, "$1***$2");
}

/** A secret part of a path, such as a report's code: ten characters without vowels. */
const CODE = /(?<=\/)[2-9b-df-hj-np-tv-z]{10}(?=\/|$)/gi;

/** Characters of a path that are logged. No route is longer; truncating bounds the cost of searching and writing. */
const MAX_PATH_LENGTH = 300;

/** Prepares a path for the log. Users type anything after a slash, even e-mail addresses. */
export function loggedPath(path: string): string {
  const shown = path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
  const coded = shown.replace(CODE, "[…]").replace(KEY, "[…]");
  return coded.includes("@") || coded.includes("%40") ? hideSecrets(coded) : coded;
}

/** Applies `hideSecrets` to every string of an error, its causes and properties. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return hideSecrets(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_ERROR_DEPTH) return "[…]";
  if (Array.isArray(value)) return value.slice(0, 20).map((part) => clean(part, depth + 1));
  const entries = Object.entries(value).filter(([key]) => !OMITTED_FIELDS.has(key));
  return Object.fromEntries(entries.map(([key, part]) => [key, clean(part, depth + 1)]));
}

function describeError(error: unknown): unknown {
  return clean(error instanceof Error ? pino.stdSerializers.err(error) : error);
}

let standardOutput: ReturnType<typeof pino.destination> | undefined;

/** Shared by all loggers of the process, because each destination has a timer that runs ten times a second. */
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
 * Creates a logger. Buffered lines are written when the process exits, unless it is killed.
 * @param level the least severe level to write
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
 * Masks an e-mail address, so that readers can distinguish it without learning it.
 * @example maskEmail("maria@exemplo.com.br") // "m***@exemplo.com.br"
 */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, "$1***");
}
