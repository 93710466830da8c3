/** Explains errors of the system, the network, certificates and logins: which variable causes them, and the remedy. */
import { sep } from "node:path";
import type { SMTPError } from "nodemailer/lib/smtp-connection";
import type { Config } from "./config.ts";

type Refusal = ReturnType<typeof refusalOf>;

function refusalOf(error: unknown) {
  const { code = "", message = "", path, syscall } = error as NodeJS.ErrnoException;
  const { response, responseCode, command } = error as SMTPError;
  // A mail server's response may quote what it received.
  const said = response ? [code, responseCode, command].filter(Boolean).join(" ") : message;
  return { code, message: said || code || String(error), path, syscall };
}

/** Unwraps the errors of a host with several addresses, and those of `fetch`. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length) return innermost(error.errors[0]);
  const { cause, message } = error as Error;
  return cause instanceof Error && (message === "fetch failed" || !message) ? innermost(cause) : error;
}

const UNTRUSTED = /self[- ]signed|unable to (?:get|verify)|untrusted|UNABLE_TO_|SELF_SIGNED/;
const CERTIFICATE = /certificate|ERR_TLS_CERT|CERT_/i;

/** Returns the remedy for a certificate error; undefined for other errors. */
function certificateRemedy({ code, message }: Refusal): string | undefined {
  const said = `${code} ${message}`;
  if (/ALTNAME|altnames/.test(said))
    return "its certificate is for another name: use the name that it is for";
  if (/expired|EXPIRED/.test(said)) return "its certificate has expired: renew it there";
  if (/not yet valid|NOT_YET_VALID/.test(said)) return "its certificate is not valid yet: compare the clocks";
  if (UNTRUSTED.test(said)) {
    return "its certificate is not trusted: name its authority's file in NODE_EXTRA_CA_CERTS";
  }
  return CERTIFICATE.test(said) ? "look at its certificate" : undefined;
}

const LOGIN_REFUSED =
  "user name or password is refused: mend them; what is special in them is written %40 for @ and the like";

/** Remedies by error codes of the system, of PostgreSQL (documentation, appendix A) and of Nodemailer. */
const CONNECTION_REMEDIES: Record<string, string> = {
  ENOTFOUND: "no such host is known here: look at its name",
  EDNS: "no such host is known here: look at its name",
  EAI_AGAIN: "names cannot be looked up now: look at this machine's network",
  ECONNREFUSED: "nothing listens there: start it, or mend host and port",
  ETIMEDOUT: "no answer: look at host, port and firewalls between",
  EHOSTUNREACH: "no way leads there: look at host and network",
  ENETUNREACH: "no way leads there: look at host and network",
  ENOENT: "no socket is there: look at its folder",
  "28P01": LOGIN_REFUSED,
  "28000": "the server lets this user not in from here: look at its pg_hba.conf",
  "3D000": "create the database, or mend its name",
  "53300": "the server has no connection left: raise max_connections, or end others",
  ETLS: "the server offers no TLS here: try smtps://, or where nobody can listen SMTP_PLAINTEXT=allow",
  EAUTH: LOGIN_REFUSED,
};

/**
 * Explains why connecting or logging in to a server failed, without the password in its URL.
 * @param variable name of the variable with the URL
 * @example connectionTrouble(error, "SMTP_URL") // "SMTP_URL: connect ECONNREFUSED 127.0.0.1:25: nothing listens there: …"
 */
export function connectionTrouble(error: unknown, variable: string): string {
  const refusal = refusalOf(innermost(error));
  // Nodemailer has its own codes; the system's code is only in the message.
  const [code = ""] = /\bE[A-Z_]{4,}\b/.exec(refusal.message) ?? [];
  // A role or a database may have a limit of its own, far below the server's.
  const [limited] = /(?:role|database) "[^"]+"$/.exec(refusal.message) ?? [];
  const isFull = refusal.code === "53300" && limited;
  const remedy =
    certificateRemedy(refusal) ??
    (isFull ? `raise its own limit: alter ${limited} connection limit …` : undefined) ??
    CONNECTION_REMEDIES[code] ??
    CONNECTION_REMEDIES[refusal.code];
  return [variable, refusal.message, remedy].filter(Boolean).join(": ");
}

const ownAccount = () => {
  const uid = process.getuid?.();
  return uid === undefined ? "this account" : `this account (uid ${uid})`;
};

/** The variable that a path comes from, as the prefix of a message; empty for other paths. */
function variableOf(path: string, { backup, dataDir }: Pick<Config, "backup" | "dataDir">): string {
  const folders: [string, string][] = [["DATA_DIR: ", dataDir]];
  if (backup) folders.push(["BACKUP_DIR: ", backup.dir]);
  // One folder may contain the other.
  const [closest] = folders
    .filter(([, folder]) => path === folder || path.startsWith(folder + sep))
    .sort(([, one], [, other]) => other.length - one.length);
  return closest?.[0] ?? "";
}

/**
 * Explains a system error: variable, path and remedy.
 * @returns undefined for other errors
 */
export function systemTrouble(
  error: unknown,
  config: Pick<Config, "backup" | "dataDir" | "host" | "port">,
): string | undefined {
  const { code, path, syscall, message } = refusalOf(error);
  if (syscall === "listen" || syscall === "bind") return listeningTrouble(code, message, config);
  if (/No space left on device/.test(message)) return `${message}: ${fullDisk(config.dataDir, config)}`;
  if (!syscall) return undefined;
  const place = path ?? config.dataDir;
  const variable = variableOf(place, config);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return fullDisk(place, config);
    case "EACCES":
    case "EPERM":
      return `${variable}${place} is closed to ${ownAccount()}: give it to that account (chown), or name another folder`;
    case "EROFS":
      return `${variable}${place} is on a disk that is mounted read-only: mount it to be written, or name another folder`;
    case "ENOTDIR":
    case "EEXIST":
      return `${variable}${place} is no folder, or lies in none: name a folder`;
    default:
      return message;
  }
}

const fullDisk = (path: string, config: Pick<Config, "backup" | "dataDir">) =>
  `${variableOf(path, config)}the disk of ${path} is full: make room, or name a folder elsewhere`;

function listeningTrouble(code: string, message: string, { host, port }: Pick<Config, "host" | "port">) {
  switch (code) {
    case "EADDRINUSE":
      return `PORT: something listens at ${host}, port ${port} already: end it, or choose another port`;
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return `HOST: ${host} is no address of this machine: choose one of its own, 127.0.0.1 or 0.0.0.0`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST: ${host} is no name of this machine: choose one of its addresses`;
    case "EACCES":
      return `PORT: ${ownAccount()} may not listen at port ${port}: choose one from 1024 on`;
    default:
      return `HOST, PORT: ${message}`;
  }
}
