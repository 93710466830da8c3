import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { startSmtpServer } from "#tests/support/smtp.ts";
import { readConfig } from "./config/config.ts";
import { connectionTrouble } from "./config/remedies.ts";
import { type Mailer, openMailer } from "./mail.ts";

const letter = {
  to: "ana@exemplo.com.br",
  subject: "Olá",
  text: "Olá",
  html: "<p>Olá</p>",
  id: "um",
  date: new Date(),
};

test("a server that talks without end is abandoned in bounded time", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 exemplo\r\n");
    // Never silent, so that no socket timeout ends it.
    const talking = setInterval(() => socket.write("250-ainda\r\n"), 50);
    socket.on("close", () => clearInterval(talking));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const mailer = openMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), 500);
  await expect(mailer.send(letter)).rejects.toMatchObject({
    message: "SMTP failed: EABORT",
    permanent: false,
  });
  mailer.close();
  server.close();
});

/** Replaces the loopback address by one of this machine that counts as a remote server. */
const remote = (url: string) => url.replace("127.0.0.1", "0.0.0.0");
const local = (url: string) => url;
const OK = /^ok$/;
const NO_TLS = /^SMTP_URL: .*the server offers no TLS here.*SMTP_PLAINTEXT=allow/;
const UNTRUSTED = /^SMTP_URL: .*not trusted: .*NODE_EXTRA_CA_CERTS/;

/** Returns `ok`, or what the error says. */
async function attempt(
  env: Record<string, string>,
  act: (mailer: Mailer) => Promise<void>,
  tell = ({ message }: Error) => message,
): Promise<string> {
  const mailer = openMailer(readConfig(env));
  return act(mailer)
    .then(() => "ok", tell)
    .finally(mailer.close);
}
const send = (env: Record<string, string>) => attempt(env, (mailer) => mailer.send(letter));
const check = (env: Record<string, string>) =>
  attempt(
    env,
    (mailer) => mailer.check(),
    (error) => connectionTrouble(error, "SMTP_URL"),
  );

const PLAIN = { starttls: false };
const TLS = { starttls: true };
const ALLOWED = { SMTP_PLAINTEXT: "allow" };
test.each([
  ["without TLS elsewhere", PLAIN, remote, {}, /^SMTP failed: ETLS/, NO_TLS],
  ["without TLS elsewhere, where that is allowed", PLAIN, remote, ALLOWED, OK, OK],
  ["without TLS on this machine", PLAIN, local, {}, OK, OK],
  ["with an untrusted certificate elsewhere", TLS, remote, {}, /^SMTP failed: E(TLS|SOCKET)/, UNTRUSTED],
  ["with an untrusted certificate elsewhere, plain allowed", TLS, remote, ALLOWED, /^SMTP failed/, UNTRUSTED],
  ["with an untrusted certificate on this machine", TLS, local, {}, OK, OK],
])(
  "a server %s gets mails only if nobody else can read them",
  async (_, options, address, env, sent, checked) => {
    const server = await startSmtpServer(options);
    const all = { SMTP_URL: address(server.url), ...env };
    expect(await send(all)).toMatch(sent);
    expect(server.received).toHaveLength(sent === OK ? 1 : 0);
    expect(await check(all)).toMatch(checked);
    await server.close();
  },
);

test("a refused name or password is explained without the server's words", async () => {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, callback) => callback(new Error(`${password} is wrong`)),
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  expect(await check({ SMTP_URL: `smtp://eu:goia%40bada@127.0.0.1:${port}` })).toMatch(
    /^SMTP_URL: EAUTH 535 AUTH PLAIN: user name or password is refused/,
  );
  await new Promise<void>((resolve) => server.close(resolve));
});
