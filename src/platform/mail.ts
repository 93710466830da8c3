/** Sends mails over SMTP. Without SMTP_URL, outside production, writes them to files for inspection. */
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
  /** The local part of the Message-ID; the same for every attempt. */
  id: string;
  /** When the mail was requested; the same for every attempt. */
  date: Date;
  /** For regular mails: the page that ends them, by a press there or by the mail program itself (RFC 8058). */
  unsubscribe?: string;
}

/** A response with an enhanced status code (RFC 3463) for a bad recipient address; 5.1.7 and 5.1.8 mean the sender. */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\.(?:[12346]|10)\b/;

/** The server did not accept a mail. Its response may name the recipient, so the message contains only codes. */
export class MailError extends Error {
  override name = "MailError";
  /**
   * Whether the recipient's address was permanently rejected, so that a retry is pointless. A rejected sender, login or
   * relay is a configuration error, which an operator can fix before the next attempt.
   */
  readonly permanent: boolean;

  constructor(error: unknown) {
    const { code, command, response, responseCode } = error as SMTPError;
    super(`SMTP failed: ${[code, responseCode, command].filter(Boolean).join(" ") || "unknown"}`);
    this.permanent = command === "RCPT TO" && BAD_ADDRESS.test(response ?? "");
  }
}

export interface Mailer {
  /** @throws MailError when the server did not accept the mail */
  send(mail: Mail): Promise<void>;
  /** Resolves when the server can be reached and accepts the credentials. @throws Error otherwise */
  check(): Promise<void>;
  close(): void;
}

/** Milliseconds for one mail including queueing. A server that trickles bytes never reaches the socket timeout. */
const MAIL_TIMEOUT_MS = 60_000;

/** Milliseconds after which a silent SMTP server counts as unavailable. */
const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

function envelopeOf(config: Config, { id, unsubscribe, ...mail }: Mail) {
  return {
    ...mail,
    from: config.mailFrom,
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": "pt-BR",
      ...(unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    // User input must never make Nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @param timeout milliseconds for one mail */
export function openMailer(config: Config, timeout = MAIL_TIMEOUT_MS): Mailer {
  return config.smtpUrl ? openSmtp(config, config.smtpUrl, timeout) : openMailFolder(config);
}

function openSmtp(config: Config, url: string, timeout: number): Mailer {
  // Loopback traffic cannot be intercepted, and local servers rarely have a trusted certificate.
  const isLocal = isLoopbackHost(new URL(url).hostname);
  const transport = createTransport({
    url,
    requireTLS: !isLocal && !config.smtpPlaintext,
    tls: { rejectUnauthorized: !isLocal },
    pool: true,
    maxConnections: 2,
    ...SMTP_TIMEOUTS,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...envelopeOf(config, mail), signal: AbortSignal.timeout(timeout) });
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

/** A mail stored in DATA_DIR/mail, as `/dev/mail` shows it. */
export interface StoredMail extends Omit<Mail, "date"> {
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
    // The first mail creates the folder.
    check: async () => {},
    close: () => composer.close(),
  };
}

/** Reads the stored mails, newest first. */
export async function readStoredMails(config: Config): Promise<StoredMail[]> {
  const names = await readdir(folderOf(config)).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".json"))
      .map(async (name) => JSON.parse(await readFile(join(folderOf(config), name), "utf8")) as StoredMail),
  );
  return mails.sort((a, b) => b.date.localeCompare(a.date));
}
