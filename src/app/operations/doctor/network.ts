/** Checks of what the site reaches, and of how it is reached: mail, port, public address. */
import { randomBytes } from "node:crypto";
import dns from "node:dns";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { createServer, isIPv6 } from "node:net";
import { join } from "node:path";
import { callbackUrl, discover } from "#accounts/server/identities/issuers.ts";
import type { Config } from "#platform/config/config.ts";
import { isLoopbackHost, senderAddress } from "#platform/config/config-values.ts";
import { connectionTrouble } from "#platform/config/remedies.ts";
import { openMailer } from "#platform/mail.ts";
import { compareClocks, type Findings } from "./finding.ts";

const ADDRESS_TIMEOUT = 5000;

/** Reserved domains (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const NOBODYS =
  /(?:^|\.)(?:local|localhost|localdomain|internal|test|example|example\.(?:com|net|org)|invalid)$/i;

/** Mail servers look up the sender's domain. */
export async function* examineSender({ mailFrom, smtpUrl, production }: Config): Findings {
  const [, domain = ""] = senderAddress(mailFrom)?.split("@") ?? [];
  if (NOBODYS.test(domain)) {
    if (production)
      yield ["wrong", `MAIL_FROM: servers refuse mails from ${domain}: set it to an address of yours`];
    return;
  }
  if (!smtpUrl) return;
  const resolver = new Resolver({ timeout: ADDRESS_TIMEOUT / 2, tries: 2 });
  resolver.setServers(dns.getServers());
  const answers = await Promise.all(
    [resolver.resolveMx(domain), resolver.resolve4(domain), resolver.resolve6(domain)].map((answer) =>
      answer.then(
        () => "",
        ({ code }: NodeJS.ErrnoException) => code,
      ),
    ),
  );
  if (answers.includes("")) yield ["ok", `MAIL_FROM: ${domain} is known`];
  else if (answers.every((code) => code === "ENOTFOUND" || code === "ENODATA")) {
    yield [
      "wrong",
      `MAIL_FROM: nobody answers for the domain ${domain} in DNS: servers refuse mails from it`,
    ];
  } else yield ["warning", `MAIL_FROM: ${domain} cannot be looked up in DNS from here`];
}

export async function* examineMail(config: Config, to: string | undefined): Findings {
  const mailer = openMailer(config);
  try {
    await mailer.check();
    if (config.smtpPlaintext) yield ["warning", "SMTP_PLAINTEXT: mails may go unencrypted"];
    yield config.smtpUrl
      ? ["ok", `${new URL(config.smtpUrl).host} lets us in`]
      : ["ok", `kept in ${join(config.dataDir, "mail")}: SMTP_URL is not set`];
    if (!to) return;
    const text = `Se você lê isto, os e-mails de ${config.publicUrl} chegam.`;
    await mailer.send({
      to,
      subject: "Teste de e-mail da Prompteca",
      text,
      html: `<!doctype html><html lang="pt-BR"><body><p>${text}</p></body></html>`,
      id: `doctor-${randomBytes(12).toString("hex")}`,
      date: new Date(),
    });
    yield ["ok", `a test mail to ${to} was handed over: see whether it arrives, and not as spam`];
  } catch (error) {
    if (!config.smtpUrl) throw error;
    yield ["wrong", connectionTrouble(error, `SMTP_URL: ${new URL(config.smtpUrl).host}`)];
  } finally {
    mailer.close();
  }
}

/** Whether each issuer answers as the one that is configured; and what to register there. */
export async function* examineIssuers(config: Config): Findings {
  for (const issuer of config.issuers) {
    const variable = issuer.provider === "google" ? "OIDC_GOOGLE_CLIENT_ID" : "OIDC_ISSUER";
    try {
      await discover(issuer);
      yield ["ok", `${issuer.name} (${issuer.url}) answers; register ${callbackUrl(config)} there`];
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message || connectionTrouble(cause, variable) : message;
      yield ["wrong", `${variable}: nobody can sign in by ${issuer.name}: ${reason}`];
    }
  }
}

/** Whether the site responds at a URL. */
async function isSite(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/healthz`, {
      redirect: "manual",
      signal: AbortSignal.timeout(ADDRESS_TIMEOUT),
    });
    return ["ok", "ending"].includes(((await answer.json()) as { status?: string }).status ?? "");
  } catch {
    return false;
  }
}

/** Whether the site responds here, without the proxy. */
function isListening({ host, port }: Pick<Config, "host" | "port">): Promise<boolean> {
  const near = ["0.0.0.0", "::"].includes(host) ? "localhost" : isIPv6(host) ? `[${host}]` : host;
  return isSite(`http://${near}:${port}`);
}

/** Briefly listens, as the start would. */
export async function* examinePort({ host, port }: Config): Findings {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), "listening");
    yield ["ok", `${host}, port ${port}: free to listen at`];
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (!isTaken || !(await isListening({ host, port }))) throw error;
    yield ["ok", `${host}, port ${port}: the site listens`];
  } finally {
    server.close();
  }
}

/** Whether the port can be reached past the proxy, which would allow forged client addresses. */
async function* examineBypass({ host, port, publicUrl, trustProxy }: Config, isUp: boolean): Findings {
  if (trustProxy === false || isLoopbackHost(host)) return;
  const direct = `http://${new URL(publicUrl).hostname}:${port}`;
  const cure = `set HOST to 127.0.0.1, or let the proxy alone reach port ${port}`;
  const believed = typeof trustProxy === "number" ? ", and is believed whatever address it claims" : "";
  if (direct !== publicUrl && (await isSite(direct))) {
    yield ["warning", `TRUST_PROXY: whoever asks ${direct} passes by the proxy${believed}: ${cure}`];
  } else if (!believed) return;
  else if (isUp && direct !== publicUrl)
    yield ["ok", `${direct} does not answer: nobody passes by the proxy there`];
  else {
    yield [
      "warning",
      `TRUST_PROXY and HOST: whoever reaches port ${port} past the proxy is believed: ${cure}`,
    ];
  }
}

export async function* examineAddress(config: Config): Findings {
  const { publicUrl, trustProxy } = config;
  const { protocol } = new URL(publicUrl);
  if (protocol === "https:" && trustProxy === false) {
    yield ["warning", "TRUST_PROXY is off: all visitors behind the proxy count as one, limits included"];
  }
  const asked = Date.now();
  const answer = await fetch(`${publicUrl}/readyz`, {
    redirect: "manual",
    signal: AbortSignal.timeout(ADDRESS_TIMEOUT),
  }).catch((error: unknown) => connectionTrouble(error, "PUBLIC_URL"));
  yield* examineBypass(config, typeof answer !== "string" && answer.ok);
  const beside = (await isListening(config)) && `while the site listens at port ${config.port}`;
  if (typeof answer === "string") {
    const silent = `${publicUrl} does not answer from here (${answer})`;
    if (beside) yield ["wrong", `${silent}, ${beside}: look at the proxy, and at the name in DNS`];
    else if (/certificate/.test(answer)) yield ["wrong", silent];
    else yield ["warning", `${silent}: right where the site is not started`];
    return;
  }
  const answered = Date.now();
  const said = await answer.json().catch(() => undefined);
  if (answer.ok && said?.status !== "ok") {
    yield ["wrong", `${publicUrl} is answered by something that is not Prompteca`];
    return;
  }
  if ([said?.status, said?.code].includes("maintenance")) {
    yield ["warning", `${publicUrl} is in maintenance: npm run maintenance off ends it`];
  } else if (answer.ok) yield ["ok", `${publicUrl} answers and is ready`];
  else if (beside && !said?.status) {
    yield ["wrong", `${publicUrl}/readyz answers ${answer.status}, ${beside}: look at the proxy`];
  } else yield ["warning", `${publicUrl}/readyz answers ${answer.status}`];
  // The header has whole seconds: add half of one on average.
  const proxyTime = Date.parse(answer.headers.get("date") ?? "") + 500;
  if (proxyTime) yield* compareClocks(`the clock behind ${publicUrl}`, proxyTime, asked, answered);
}
