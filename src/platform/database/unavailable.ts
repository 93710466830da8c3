/** Tells a database that is unavailable from a statement that is wrong. */

/** The driver's error message when it gives up. */
export const SILENCE_MESSAGE = "Query read timeout";
/** SQLSTATE of a server that only reads: a former primary, or a replica that is not promoted yet. */
export const READ_ONLY = "25006";
/** Errors of the network, of a server that starts, stops or only reads, and of one without free resources. */
const UNAVAILABLE_STATES = /^(08...|57P0.|53...|55000|57014|25006)$/;
const UNAVAILABLE_SYSTEM = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const UNAVAILABLE_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Client (was closed|has encountered a connection error))/;

/** Whether an error means that the database is unavailable, rather than that the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const { code = "", syscall, message = "" } = error as NodeJS.ErrnoException;
  // The socket's file disappears with its server.
  if (code === "ENOENT") return syscall === "connect";
  return (
    UNAVAILABLE_SYSTEM.has(code) ||
    UNAVAILABLE_STATES.test(code) ||
    UNAVAILABLE_DRIVER.test(message) ||
    message.startsWith(SILENCE_MESSAGE)
  );
}
