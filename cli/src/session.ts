/** Input of a command: the site, its client, the options, and where to write. */
import { createClient, type PromptecaError } from "../../client/client.ts";
import { type CheckedClient, checkedClient } from "./answers.ts";
import { CliError, EXIT, type Io, write } from "./io.ts";
import { type Options, wholeNumber } from "./options.ts";
import { readSettings, type Settings } from "./settings.ts";
import { type Style, safeLine, styleFor } from "./terminal.ts";
import type { Texts } from "./texts.ts";
import { NAME, VERSION } from "./version.ts";

/** Written in by the build (vite.config.ts). */
declare const __SITE__: string | undefined;
/** The site that the package was built for. */
const SITE = typeof __SITE__ === "string" ? __SITE__ : "http://localhost:3000";

const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 600;
/** Columns of what has no size. */
const DEFAULT_COLUMNS = 80;

export interface Session {
  io: Io;
  texts: Texts;
  options: Options;
  /** Arguments after the command that are no options. */
  rest: string[];
  settings: Settings;
  /** Origin of the site. */
  url: string;
  /** For stdout. */
  style: Style;
  /** For stderr, which may go elsewhere. */
  noteStyle: Style;
  columns: number;
  /** Without a key: whatever is public. @param url another site, of a link */
  reader(url?: string): CheckedClient;
  /** With the key of this site, or one that is not saved yet. @throws CliError when there is none */
  writer(key?: string): CheckedClient;
  /** Writes the answer, and nothing else, to stdout. */
  print(text: string): Promise<void>;
  /** Tells something beside the answer. */
  tell(text: string): Promise<void>;
  /** Says in one sentence why a call failed. */
  explain(error: PromptecaError): CliError;
}

/** @throws CliError for what is no address of a site */
export function originOf(given: string, texts: Texts): string {
  try {
    const { protocol, origin, pathname, search, username } = new URL(given);
    if (/^https?:$/.test(protocol) && pathname === "/" && !search && !username) return origin;
  } catch {
    // No URL at all.
  }
  throw new CliError(EXIT.usage, texts.urlInvalid(safeLine(given)));
}

/** Whether nobody can read requests on the way: https, or this computer itself. */
export function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

export async function openSession(
  io: Io,
  texts: Texts,
  { options, rest }: { options: Options; rest: string[] },
): Promise<Session> {
  const settings = await readSettings(io, texts);
  /** The site of a run that names no other, and of the key in the environment: a link must not draw that elsewhere. */
  const usual = originOf(io.env.PROMPTECA_URL || settings.url || SITE, texts);
  const url = options.url === undefined ? usual : originOf(options.url, texts);
  const given = io.env.PROMPTECA_KEY?.trim();
  const seconds = wholeNumber(options.timeout, "timeout", texts, MOST_SECONDS) ?? DEFAULT_SECONDS;
  const open = (baseUrl: string, key?: string) =>
    checkedClient(
      createClient({ baseUrl, key, timeout: seconds * 1000, userAgent: `${NAME}-cli/${VERSION}` }),
    );

  return {
    io,
    texts,
    options,
    rest,
    settings,
    url,
    style: styleFor(io.stdout, io.env),
    noteStyle: styleFor(io.stderr, io.env),
    columns: io.stdout.columns ?? DEFAULT_COLUMNS,
    reader: (other = url) => open(other),
    writer(key = (url === usual && given) || settings.keys[url]) {
      if (!key) throw new CliError(EXIT.key, given ? texts.keyElsewhere(usual, url) : texts.keyMissing(url));
      if (!isPrivate(url)) throw new CliError(EXIT.key, texts.keyNeedsHttps(url));
      return open(url, requireKey(key, texts));
    },
    print: (text) => write(io.stdout, `${text}\n`),
    tell: (text) => write(io.stderr, `${text}\n`),
    explain: (error) => explain(error, texts, url, seconds),
  };
}

/** Checks the form of a key; the site checks the rest. A line break in it would become another header. */
export function requireKey(key: string, texts: Texts): string {
  if (!/^pk_[0-9A-Za-z]{36}$/.test(key)) throw new CliError(EXIT.key, texts.keyInvalid);
  return key;
}

const BY_STATUS: Record<number, number> = {
  401: EXIT.key,
  403: EXIT.key,
  404: EXIT.notFound,
  429: EXIT.tooOften,
};

function explain(error: PromptecaError, texts: Texts, url: string, seconds: number): CliError {
  const { code, status, field, message, errors, retryAfter, requestId } = error;
  if (code === "unreachable") return new CliError(EXIT.network, texts.unreachable(url));
  if (code === "timeout") return new CliError(EXIT.network, texts.slow(url, seconds));
  if (code === "unexpected_answer") return new CliError(EXIT.network, texts.unexpected(url, status));
  const known = Object.hasOwn(texts.codes, code) ? texts.codes[code] : undefined;
  const general = known ?? texts.statuses[status];
  const parts = (errors ?? [{ field, message }]).map((wrong) => {
    const sentence = general ?? wrong.message;
    return safeLine(wrong.field ? texts.field(wrong.field, sentence) : sentence);
  });
  if (retryAfter) parts.push(texts.tryAgainIn(retryAfter));
  if (status >= 500 && requestId) parts.push(texts.requestId(safeLine(requestId)));
  const exitCode = BY_STATUS[status] ?? (status >= 500 ? EXIT.network : EXIT.failed);
  return new CliError(exitCode, parts.join(" "));
}
