import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { type App, createHttpServer } from "./http.ts";
import { createLogger } from "./log.ts";

async function listen(): Promise<{ app: App; send(request: string): Socket }> {
  const app = await createHttpServer(readConfig({}), createLogger("silent"));
  app.get("/things/:id", async () => ({}));
  app.post("/things", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    send(request) {
      const socket = connect(port, "127.0.0.1");
      socket.write(request, "latin1");
      return socket;
    },
  };
}

describe("what never becomes a request", () => {
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    server = await listen();
  });
  afterAll(() => server.app.close());

  test.each([
    [
      "a path that cannot be decoded",
      "GET /things/%E0%A4%A HTTP/1.1\r\nHost: x\r\n",
      400,
      "O endereço é inválido.",
    ],
    [
      "a part of a path that is too long",
      `GET /things/${"a".repeat(400)} HTTP/1.1\r\nHost: x\r\n`,
      414,
      "O endereço é longo demais.",
    ],
    ["something that is not HTTP", "\x16\x03\x01\x02\r\n", 400, "Requisição inválida."],
    ["an unknown method", "FOO / HTTP/1.1\r\nHost: x\r\n", 400, "Requisição inválida."],
    [
      "a bad length",
      "POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n",
      400,
      "Requisição inválida.",
    ],
    [
      "a header that is too large",
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n`,
      431,
      "O cabeçalho da requisição é grande demais.",
    ],
  ])("%s is refused in Portuguese", async (_what, head, status, message) => {
    const answer = await text(server.send(`${head}Connection: close\r\n\r\n`));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({ message, code: "bad_request" });
  });
});

test("the end of the server waits neither for idle connections nor, for long, for a request that never arrives", async () => {
  const { app, send } = await listen();
  const idle = send("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(idle, "data");
  const arriving = once(app.server, "request");
  const stalled = send(
    "POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  await arriving;
  await app.close();
  stalled.destroy();
});
