import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
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
    // Never silent, so that no time-out of the connection ends it.
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
