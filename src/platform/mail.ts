/** Sends mails over SMTP; without SMTP_URL, outside production, keeps them as files to look at. */
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { SMTPError } from "nodemailer/lib/smtp-connection";
import type { Config } from "./config/config.ts";
import { isLoopbackHost } from "./config/config-values.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The part of the Message-ID before the @: the same however often the mail is tried. */
  id: string;
  /** When it was asked for; the same however often the mail is tried. */
  date: Date;
}

/** An answer whose enhanced status (RFC 3463) says that there is no such address; 5.1.7 and 5.1.8 are the sender's. */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\.(?:[12346]|10)\b/;

/** The server did not take a mail. What it answered may name the recipient, so only codes are told. */
export class MailError extends Error {
  override name = "MailError";
  /**
   * Whether the recipient's address was refused for good, so that trying again is of no use. A sender, a login or a relay that
   * is refused is a fault of settings, which somebody mends.
   */
  readonly permanent: boolean;

  constructor(error: unknown) {
    const { code, command, response, responseCode } = error as SMTPError;
    super(`SMTP failed: ${[code, responseCode, command].filter(Boolean).join(" ") || "unknown"}`);
    this.permanent = command === "RCPT TO" && BAD_ADDRESS.test(response ?? "");
  }
}

export interface Mailer {
  /** @throws MailError when the mail could not be handed over */
  send(mail: Mail): Promise<void>;
  /** Resolves when mails can be handed over now: the server is there and takes our name and password. */
  check(): Promise<void>;
  close(): void;
}

/** Milliseconds that one mail may take in all, waiting for its turn included: a server that trickles is never silent. */
const MAIL_TIMEOUT = 60_000;

/** Milliseconds after which a silent SMTP server counts as down. */
const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

function envelopeOf(config: Config, { id, ...mail }: Mail) {
  return {
    ...mail,
    from: config.mailFrom,
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": "pt-BR" },
    // What people typed must never name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @param patience milliseconds that one mail may take */
export function openMailer(config: Config, patience = MAIL_TIMEOUT): Mailer {
  return config.smtpUrl ? openSmtp(config, config.smtpUrl, patience) : openMailFolder(config);
}

function openSmtp(config: Config, url: string, patience: number): Mailer {
  // Nobody listens between two programs of one machine, whose certificate is rarely one that anybody vouches for.
  const isNear = isLoopbackHost(new URL(url).hostname);
  const transport = createTransport({
    url,
    requireTLS: !isNear && !config.smtpPlaintext,
    tls: { rejectUnauthorized: !isNear },
    pool: true,
    maxConnections: 2,
    ...SMTP_TIMEOUTS,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...envelopeOf(config, mail), signal: AbortSignal.timeout(patience) });
      } catch (error) {
        throw new MailError(error);
      }
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** A mail kept in DATA_DIR/mail, as `/dev/mail` shows it. */
export interface KeptMail extends Omit<Mail, "date"> {
  date: string;
}

const folderOf = (config: Config) => join(config.dataDir, "mail");

function openMailFolder(config: Config): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true });
  async function write(name: string, content: string | Buffer) {
    const path = join(folderOf(config), name);
    await writeFile(`${path}.part`, content, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
  return {
    async send(mail) {
      await mkdir(folderOf(config), { recursive: true, mode: 0o700 });
      const { message } = await composer.sendMail(envelopeOf(config, mail));
      await write(`${mail.id}.eml`, message as Buffer);
      await write(`${mail.id}.json`, JSON.stringify(mail));
    },
    // The folder is made for the first mail.
    check: async () => {},
    close: () => composer.close(),
  };
}

/** Kept mails, the newest first. */
export async function readKeptMails(config: Config): Promise<KeptMail[]> {
  const names = await readdir(folderOf(config)).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".json"))
      .map(async (name) => JSON.parse(await readFile(join(folderOf(config), name), "utf8")) as KeptMail),
  );
  return mails.sort((a, b) => b.date.localeCompare(a.date));
}
