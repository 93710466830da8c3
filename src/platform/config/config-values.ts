/**
 * Rules for the values of variables. Each returns what is wrong, or undefined. Messages never quote the value, which
 * may contain a password.
 */
import { isIP, isIPv4 } from "node:net";
import addressparser from "nodemailer/lib/addressparser";
import * as z from "zod";
import { readLeetSpeak } from "#platform/leet-speak.ts";

type Fault = string | undefined;

/** Whether the host of a URL is this machine: `localhost`, `127.0.0.0/8`, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

const ESCAPES = "@ is written %40, / %2F, ? %3F, # %23, : %3A, % %25";

/** Validates a URL with user name and password, such as a database's. */
export function credentialAddressFault(value: string, protocols: readonly string[]): Fault {
  const fault = protocolFault(value, protocols);
  if (fault) return fault;
  const [, rest = ""] = value.split(/:\/\/(.*)/s);
  const [authority = ""] = rest.split(/[/?#]/, 1);
  // Programs parse such URLs differently, and some take a part of the password for the host.
  if (rest.lastIndexOf("@") >= authority.length || authority.indexOf("@") !== authority.lastIndexOf("@")) {
    return `holds an unescaped @ beside the one before the host: in user names and passwords ${ESCAPES}`;
  }
  if (!URL.canParse(value)) {
    return `cannot be read as an address; in user names and passwords ${ESCAPES}`;
  }
  try {
    const { username, password } = new URL(value);
    decodeURIComponent(username + password);
  } catch {
    return `holds an unescaped %: in user names and passwords ${ESCAPES}`;
  }
  return undefined;
}

function protocolFault(value: string, protocols: readonly string[]): Fault {
  if (protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) return undefined;
  return `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
}

/** Validates the URL of a mail server. It ends after host and port, because options could disable encryption. */
export function mailServerFault(value: string): Fault {
  const fault = credentialAddressFault(value, ["smtp:", "smtps:"]);
  if (fault) return fault;
  const { protocol, hostname, port, pathname, search, hash } = new URL(value);
  if (!hostname) return "names no host";
  if (protocol === "smtp:" && port === "465")
    return "must start with smtps:// at port 465, where TLS begins at once";
  if (!["", "/"].includes(pathname) || search || hash) {
    return "must end after host and port: options are not taken (docs/operations.md tells of certificates)";
  }
  return undefined;
}

/** Validates an HTTP URL. */
export function webAddressFault(value: string): Fault {
  const fault = protocolFault(value, ["http:", "https:"]);
  return fault ?? (URL.canParse(value) ? undefined : "cannot be read as an address");
}

/** Validates the site's own URL: only an origin. */
export function publicAddressFault(value: string): Fault {
  const fault = webAddressFault(value);
  if (fault) return fault;
  const { username, password, pathname, search, hash } = new URL(value);
  if (username || password) return "must not hold a user name or a password";
  if (pathname !== "/") return "must end after host and port: the site is at the root of its address";
  if (search || hash) return "must end after host and port, without ? or #";
  return undefined;
}

/** Validates an IP address or host name to listen on. */
export function hostFault(value: string): Fault {
  if (isIP(value)) return undefined;
  if (/^\d+(\.\d+)*$/.test(value)) return "is no IP address";
  if (/^(?=.{1,253}$)[a-z\d]([\w-]*[a-z\d])?(\.[a-z\d]([\w-]*[a-z\d])?)*$/i.test(value)) return undefined;
  return "must be an IP address or a name of this machine, without port or protocol";
}

/** Validates which proxies' `X-Forwarded-For` is trusted. */
export function trustProxyFault(value: string): Fault {
  if (value === "true") {
    return "true would believe whoever reaches the port: give the number of hops, or the proxy's addresses";
  }
  if (value === "false" || /^\d{1,2}$/.test(value) || isAddressList(value)) return undefined;
  return "must be a number of hops, or a list of IP addresses and networks";
}

/** Whether this is a list of addresses and networks for Fastify's `trustProxy`: `10.0.0.0/8, ::1, loopback`. */
function isAddressList(value: string): boolean {
  return value.split(",").every((part) => {
    const [address = "", bits] = part.trim().split("/", 2);
    if (["loopback", "linklocal", "uniquelocal"].includes(address)) return bits === undefined;
    const widest = isIPv4(address) ? 32 : 128;
    return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest));
  });
}

/**
 * Extracts the address of a sender such as `Prompteca <oi@prompteca.example>`.
 * @returns undefined for none or several addresses
 */
export function senderAddress(value: string): string | undefined {
  const [sender, ...others] = addressparser(value);
  const address = sender && "address" in sender ? sender.address : undefined;
  return !others.length && z.email().safeParse(address).success ? address : undefined;
}

/** Minimum number of distinct characters of a random key; 32 random hexadecimal digits have 14 on average. */
const MIN_DISTINCT_CHARACTERS = 8;
/** Words of keys that are not random, such as placeholders in examples. */
const GUESSABLE_WORDS =
  /secret|segredo|senha|passw|change|replace|example|exemplo|default|insert|dummy|sample|placeholder|your[-_ ]?key|prompteca|token|qwerty|keyboard|admin|lorem|production/;

/** Rejects keys that can be guessed. @param least minimum number of characters */
export function keyFault(value: string, least: number): Fault {
  if (value.length < least) return `must have at least ${least} characters`;
  if (new Set(value).size < MIN_DISTINCT_CHARACTERS || isRepetition(value) || isMostlyRuns(value)) {
    return "is too regular to be random: make one with openssl rand -base64 48";
  }
  const text = value.toLowerCase();
  if (GUESSABLE_WORDS.test(text) || GUESSABLE_WORDS.test(readLeetSpeak(text))) {
    return "holds a word that guessers try first: make one with openssl rand -base64 48";
  }
  return undefined;
}

/** Whether a text repeats a shorter one; the last repetition may be incomplete. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
}

/** Whether most characters equal or neighbour their predecessor: `abcdef`, `6543`, `aaaa`. */
function isMostlyRuns(text: string): boolean {
  let following = 0;
  for (let index = 1; index < text.length; index++) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) following++;
  }
  return following > text.length / 2;
}
