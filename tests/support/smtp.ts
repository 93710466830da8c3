/** A real SMTP server that stores parsed mails, and can be unavailable for a while. */
import { once } from "node:events";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { closedAtEnd } from "./left-open.ts";
import { UNTRUSTED } from "./untrusted-certificate.ts";

export interface ReceivedMail {
  /** Envelope addresses. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The message parsed by `postal-mime`. */
  parsed: Email;
}

export interface SmtpServer {
  /** For SMTP_URL. */
  url: string;
  /** All received mails, oldest first. */
  received: ReceivedMail[];
  /** Responses that reject envelope addresses of senders and recipients: "550 5.1.1 No such mailbox". */
  refusals: Map<string, string>;
  /**
   * Delays the responses to mails from now on.
   * @param whose selects mails by the recipient's address
   * @returns functions to wait for a number of mails, and to send the responses (`release`)
   */
  hold(whose?: (address: string) => boolean): {
    came(count: number): Promise<ReceivedMail[]>;
    release(): void;
  };
  /**
   * Waits until an address has received this number of mails, or one whose subject or text says this. Mails of the same
   * moment come in any order.
   * @returns the last one
   */
  waitFor(to: string, wanted?: number | string): Promise<ReceivedMail>;
  /** Refuses every connection from now on. */
  stop(): Promise<void>;
  /** Accepts connections again, on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the URL of a mail's button. */
export function linkIn(mail: ReceivedMail): URL {
  const link = /https?:\/\/\S*(?:token_hash|link)=\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`No link in the mail "${mail.subject}"`);
  return new URL(link);
}

/** @param options.starttls supports TLS, with an untrusted certificate */
export const startSmtpServer = ({ starttls = false } = {}): Promise<SmtpServer> =>
  closedAtEnd(() => listen(starttls));

async function listen(starttls: boolean): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, string>();
  let held: { whose: (address: string) => boolean; released: Promise<void> } | undefined;
  const arrivals = new Set<() => void>();
  let port = 0;
  let server: SMTPServer | undefined;

  async function start() {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: starttls ? ["AUTH"] : ["STARTTLS", "AUTH"],
      ...UNTRUSTED,
      disableReverseLookup: true,
      // The client keeps connections open, so stopping must not wait for it.
      closeTimeout: 1,
      onMailFrom: ({ address }, _session, callback) => callback(refusalOf(address)),
      onRcptTo: ({ address }, _session, callback) => callback(refusalOf(address)),
      onData(stream, session, callback) {
        keep(stream, session.envelope)
          .then(() => {
            const { rcptTo } = session.envelope;
            return rcptTo.some(({ address }) => held?.whose(address)) ? held?.released : undefined;
          })
          .then(() => callback(), callback);
      },
    });
    server.on("error", () => {});
    const listening = server.listen(port, "127.0.0.1");
    await once(listening, "listening");
    const address = listening.address();
    if (address && typeof address === "object") port = address.port;
  }
  function refusalOf(address: string): Error | undefined {
    const [, code, reason] = /^(\d{3}) (.*)$/.exec(refusals.get(address) ?? "") ?? [];
    return code ? Object.assign(new Error(reason), { responseCode: Number(code) }) : undefined;
  }
  async function keep(
    stream: AsyncIterable<Buffer>,
    envelope: { mailFrom: unknown; rcptTo: { address: string }[] },
  ) {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part);
    const parsed = await PostalMime.parse(Buffer.concat(parts));
    received.push({
      from: (envelope.mailFrom as { address: string }).address,
      to: envelope.rcptTo.map(({ address }) => address),
      subject: parsed.subject ?? "",
      text: parsed.text ?? "",
      html: parsed.html ?? "",
      messageId: parsed.messageId ?? "",
      parsed,
    });
    for (const arrived of arrivals) arrived();
  }
  async function stop() {
    const stopped = server;
    server = undefined;
    if (stopped) await new Promise<void>((resolve) => stopped.close(resolve));
  }

  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    hold(whose = () => true) {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      const mine = { whose, released };
      held = mine;
      const before = received.length;
      return {
        came: (count) =>
          new Promise((found) => {
            const look = () => {
              if (received.length < before + count) return;
              arrivals.delete(look);
              found(received.slice(before));
            };
            arrivals.add(look);
            look();
          }),
        release() {
          if (held === mine) held = undefined;
          resolve();
        },
      };
    },
    waitFor: (to, wanted = 1) =>
      new Promise((resolve) => {
        const [count, said] = typeof wanted === "number" ? [wanted, ""] : [1, wanted];
        const says = ({ subject, text }: ReceivedMail) =>
          `${subject} ${text}`.replaceAll(/\s+/g, " ").includes(said);
        const look = () => {
          const mails = received.filter((mail) => mail.to.includes(to) && says(mail));
          const last = mails.at(-1);
          if (!last || mails.length < count) return;
          arrivals.delete(look);
          resolve(last);
        };
        arrivals.add(look);
        look();
      }),
    stop,
    start,
    close: stop,
  };
}
