import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { startSmtpServer } from "#tests/support/smtp.ts";
import { readConfig } from "./config/config.ts";
import { openMailer } from "./mail.ts";

const letter = {
  to: "ana@exemplo.com.br",
  subject: "Olá",
  text: "Olá",
  html: "<p>Olá</p>",
  id: "um",
  date: new Date(),
};

test("a server that goes on talking without ever coming to an end is given up in bounded time", async () => {
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
  const began = performance.now();
  await expect(mailer.send(letter)).rejects.toMatchObject({
    message: "SMTP failed: EABORT",
    permanent: false,
  });
  expect(performance.now() - began).toBeLessThan(5000);
  mailer.close();
  server.close();
});

describe("what can be read on its way", () => {
  /** Replaces the loopback address by one of this machine that counts as a remote server. */
  const elsewhere = (url: string) => url.replace("127.0.0.1", "0.0.0.0");

  async function send(env: Record<string, string>): Promise<string> {
    const mailer = openMailer(readConfig(env));
    const said = await mailer.send(letter).then(
      () => "sent",
      (error: Error) => error.message,
    );
    mailer.close();
    return said;
  }

  test("is not sent to a server elsewhere that offers no TLS, unless a variable says so", async () => {
    const server = await startSmtpServer();
    const url = elsewhere(server.url);
    expect(await send({ SMTP_URL: url })).toMatch(/^SMTP failed: ETLS/);
    expect(server.received).toEqual([]);
    expect(await send({ SMTP_URL: url, SMTP_PLAINTEXT: "allow" })).toBe("sent");
    expect(await send({ SMTP_URL: server.url })).toBe("sent");
    await server.close();
  });

  test("is not sent to a server elsewhere whose certificate nobody vouches for; to one on this machine it is", async () => {
    const server = await startSmtpServer({ starttls: true });
    expect(await send({ SMTP_URL: elsewhere(server.url) })).toMatch(/^SMTP failed: E(TLS|SOCKET)/);
    expect(await send({ SMTP_URL: elsewhere(server.url), SMTP_PLAINTEXT: "allow" })).toMatch(/^SMTP failed/);
    expect(server.received).toEqual([]);
    expect(await send({ SMTP_URL: server.url })).toBe("sent");
    await server.close();
  });
});
