import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pino from "pino";
import { register } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { holdClock } from "#tests/support/clock.ts";
import { pause } from "#tests/support/pause.ts";
import { tooOften } from "./errors.ts";
import { DISCARDED_BODY } from "./request-bodies.ts";
import { openResponseCache } from "./response-cache.ts";
import { type App, createHttpServer } from "./server.ts";

const MEGABYTE = 1024 * 1024;
let app: App;
const sockets: Socket[] = [];
let handled = 0;
/** When `/waiting` answers. */
let worked = Promise.withResolvers<void>();
beforeEach(() => {
  handled = 0;
  worked = Promise.withResolvers();
});

/** How often the stream was read that ends only when its reader ends it. */
let written = 0;
const endless = () =>
  new Readable({
    read() {
      written++;
      this.push("a".repeat(1000));
    },
  });

async function listen(): Promise<App> {
  const server = await createHttpServer(readConfig({ TRUST_PROXY: "loopback" }), createLogger("silent"));
  server.get("/things/:id", async () => ({}));
  server.post("/things", async () => ({}));
  server.post("/often", { onRequest: async () => Promise.reject(tooOften(5)) }, async () => ({}));
  server.post("/pictures", { bodyLimit: 13 * MEGABYTE }, async () => {
    handled++;
    return {};
  });
  server.post("/waiting", { bodyLimit: 13 * MEGABYTE }, async () => {
    handled++;
    await worked.promise;
    return {};
  });
  server.get("/large", async () => "a".repeat(16 * MEGABYTE));
  server.get("/endless", async () => endless());
  await server.listen({ port: 0, host: "127.0.0.1" });
  return server;
}
const portOf = (server: App) => (server.server.address() as AddressInfo).port;

beforeAll(async () => {
  app = await listen();
});
afterAll(() => app.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function send(request: string, server = app): Socket {
  const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  // Ends when the server does, also with an error: it may close the connection while this still sends.
  socket.on("error", () => {}).on("end", () => socket.end());
  socket.write(request, "latin1");
  return socket;
}
const postHead = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: x", "Content-Type: application/json", ...headers, "\r\n"].join("\r\n");
const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);

const HTTP = " HTTP/1.1\r\nHost: x\r\n";
const CLOSE = "Connection: close";

test.each<[string, string, number, string?]>([
  ["a path that cannot be decoded", `GET /things/%E0%A4%A${HTTP}`, 400, "O endereço é inválido."],
  ["a long part of a path", `GET /things/${"a".repeat(400)}${HTTP}`, 414, "O endereço é longo demais."],
  ["something that is not HTTP", "\x16\x03\x01\x02\r\n", 400],
  ["an unknown method", `FOO /${HTTP}`, 400],
  ["the beginning of HTTP/2, damaged", "PRI *:HTTP/2.0\r\n", 400],
  ["a bad length", `POST /things${HTTP}Content-Length: abc\r\n`, 400],
  [
    "a header that is too large",
    `GET /${HTTP}X: ${"a".repeat(20_000)}\r\n`,
    431,
    "O cabeçalho da requisição é grande demais.",
  ],
  [
    "a header of too many lines",
    `GET /things/1${HTTP}${"V: 1\r\n".repeat(200)}`,
    431,
    "O cabeçalho da requisição é grande demais.",
  ],
  [
    "a length beside chunks, which two readers could end in two places",
    `POST /things${HTTP}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`,
    400,
  ],
])("%s is refused in Portuguese", async (_what, head, status, message = "Requisição inválida.") => {
  const answer = await text(send(`${head}${CLOSE}\r\n\r\n`));
  expect(statusOf(answer)).toBe(status);
  const [headers = "", body = ""] = answer.split("\r\n\r\n");
  for (const guard of ["x-content-type-options: nosniff", "content-security-policy: default-src 'self'"]) {
    expect(headers.toLowerCase()).toContain(guard);
  }
  expect(headers.toLowerCase()).toContain("no-store");
  expect(JSON.parse(body)).toEqual({ message, code: "bad_request" });
});

test("a hundred lines of a header are read", async () => {
  const answer = await text(send(`GET /things/1${HTTP}${"V: 1\r\n".repeat(100)}${CLOSE}\r\n\r\n`));
  expect(statusOf(answer)).toBe(200);
});

test("whoever goes on sending invalid HTTP can read its refusal", async () => {
  const connection = send(`GET /${HTTP}X: ${"a".repeat(20_000)}`);
  connection.pause();
  for (let more = 0; more < 10; more++) {
    await pause(20, "the client goes on sending, rather than all at once");
    connection.write("a".repeat(10_000));
  }
  expect(statusOf(await text(connection))).toBe(431);
});

test.each([
  ["GET http://example.com/things/1", 200],
  ["GET http://example.com", 404],
  ["GET HTTPS://example.com?x=/things/1", 404],
  ["GET *", 404],
  ["OPTIONS *", 404],
])("%s is answered by its path alone", async (request, status) => {
  expect(statusOf(await text(send(`${request}${HTTP}${CLOSE}\r\n\r\n`)))).toBe(status);
});

test("what follows the last request of a connection adds nothing to its response", async () => {
  const request = `GET /things/1${HTTP}${CLOSE}\r\n\r\n`;
  expect((await text(send(request + request))).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
});

test("a connection that sends many requests without reading responses is closed", async () => {
  await once(send(`GET /things/1${HTTP}\r\n`.repeat(500)), "close");
});

test("of a stream a HEAD reads nothing", async () => {
  written = 0;
  const answer = await app.inject({ method: "HEAD", url: "/endless" });
  expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  expect(written).toBeLessThan(50);
  const at = written;
  await app.inject("/things/1");
  expect(written).toBe(at);
});

describe("shutdown", () => {
  test("answers what a proxy sends on a connection in use, and then closes the connection", async () => {
    const closing = await listen();
    const arriving = once(closing.server, "request");
    const connection = send(`${postHead("/things", "Content-Length: 2")}{`, closing);
    const told = text(connection);
    await arriving;
    const ended = closing.close();
    while (closing.server.listening) await new Promise(setImmediate);
    connection.write(`}GET /things/1${HTTP}\r\n`);
    expect((await told).match(/HTTP\/1.1 \d+|^Connection: \S+/gm)).toEqual([
      "HTTP/1.1 200",
      "Connection: keep-alive",
      "HTTP/1.1 200",
      "Connection: close",
    ]);
    await ended;
  });

  test("waits neither for idle connections nor, for long, for a request that never arrives", async () => {
    const closing = await listen();
    await once(send(`GET /things/1${HTTP}\r\n`, closing), "data");
    const arriving = once(closing.server, "request");
    send(`${postHead("/things", "Content-Length: 9")}{`, closing);
    await arriving;
    await closing.close();
  });
});

describe("bodies", () => {
  const large = JSON.stringify("a".repeat(12 * MEGABYTE - 2));

  /** Declares 12 MB and sends a part of them. */
  async function begin(address: string, bytes: number, server = app): Promise<Socket> {
    const arriving = once(server.server, "request");
    const lengths = [`X-Forwarded-For: ${address}`, `Content-Length: ${12 * MEGABYTE}`];
    const socket = send(postHead("/pictures", ...lengths), server);
    await arriving;
    await new Promise((sent) => socket.write("a".repeat(bytes), sent));
    return socket;
  }
  async function post(address: string, body: string, server = app, path = "/pictures") {
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const answer = await fetch(`http://127.0.0.1:${portOf(server)}${path}`, {
      method: "POST",
      headers,
      body,
    });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, retryAfter: answer.headers.get("retry-after") };
  }

  test("are limited as they arrive: an address that sends too much at once is refused, others are not", async () => {
    await begin("203.0.113.1", 10 * MEGABYTE);
    const refusal = { status: 503, code: "over_capacity", retryAfter: "3" };
    expect(await post("203.0.113.1", large)).toEqual(refusal);
    expect((await post("203.0.113.1", '"small"')).status).toBe(200);
    expect((await post("203.0.113.2", large)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await post("203.0.113.1", large)).status).toBe(200), 30_000);
  });

  describe("in a full room", () => {
    let server: App;
    /** Of 1. */
    const taken = async () =>
      Number(
        /\{room="bodies"\} (\S+)/.exec(await register.getSingleMetricAsString("prompteca_room_taken"))?.[1],
      );
    beforeEach(async () => {
      server = await listen();
    });
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.destroy();
      await expect.poll(taken).toBe(0);
      await server.close();
    });

    test("make room for others when they arrive slowly", async () => {
      for (const number of [1, 2, 3]) await begin(`203.0.113.${number}`, 10 * MEGABYTE, server);
      for (const number of [4, 5, 6]) await begin(`203.0.113.${number}`, 6 * MEGABYTE, server);
      await expect.poll(taken).toBe(1);
      expect((await post("203.0.113.9", large, server)).status).toBe(200);
      // Two of those above 7 MB have gone.
      await expect.poll(taken).toBeCloseTo(28 / 48);
    });

    test("make room themselves when they are the oldest of who has most", async () => {
      const oldest = await begin("203.0.113.1", 2 * MEGABYTE, server);
      for (const number of [1, 2, 3, 4]) await begin(`203.0.113.${number}`, 11.5 * MEGABYTE, server);
      await expect.poll(taken).toBe(1);
      // Ends the oldest; the room is another's before its rest arrives.
      oldest.write("a".repeat(100_000));
      await expect.poll(taken).toBeLessThan(1);
      await begin("203.0.113.5", 2 * MEGABYTE, server);
      await expect.poll(taken).toBe(1);
      oldest.write("a".repeat(10 * MEGABYTE - 100_000));
      expect(statusOf(await text(oldest))).toBe(503);
      await expect.poll(taken).toBe(1);
    });

    test("of one network leave room for others while they are worked on", async () => {
      const wait = (address: string) => post(address, large, server, "/waiting");
      const waiting = [1, 2].map((number) => wait(`2001:db8:0:${number}::1`));
      await expect.poll(() => handled).toBe(2);
      expect((await wait("2001:db8:0:3::1")).status).toBe(503);
      waiting.push(wait("203.0.113.1"));
      await expect.poll(() => handled).toBe(3);
      worked.resolve();
      for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    });

    test("take none any more while their answer waits for another", async () => {
      const socket = send(`GET /large${HTTP}\r\n`, server).pause();
      for (let number = 0; number < 3; number++)
        socket.write(
          `${postHead("/pictures", `Content-Length: ${5 * MEGABYTE}`)}"${"a".repeat(5 * MEGABYTE - 2)}"`,
        );
      await vi.waitFor(() => expect(handled).toBe(3), 30_000);
      expect(await taken()).toBe(0);
    });
  });

  test("that arrive byte by byte are read as one piece", async () => {
    const pieces: number[] = [];
    const server = await createHttpServer(readConfig({}), createLogger("silent"));
    const count = (
      _request: unknown,
      _reply: unknown,
      payload: Readable,
      done: (error: null, body: Readable) => void,
    ) =>
      done(
        null,
        payload.on("data", (piece: Buffer) => pieces.push(piece.length)),
      );
    server.post("/pieces", { preParsing: count }, async ({ body }) => body);
    await server.listen({ port: 0, host: "127.0.0.1" });
    const long = "a".repeat(99_998);
    const chunks = [...`"${long}"`].map((byte) => `1\r\n${byte}\r\n`).join("");
    const socket = send(
      `${postHead("/pieces", CLOSE, "Transfer-Encoding: chunked")}${chunks}0\r\n\r\n`,
      server,
    );
    expect(await text(socket)).toContain(`\r\n\r\n${long}`);
    expect(pieces).toEqual([65_536, 34_464]);
    await server.close();
  });

  describe("that nobody reads yet", () => {
    const PIECES = 20_000;
    let gate: PromiseWithResolvers<void>;
    let server: App;
    let asked: IncomingMessage[];
    let answered: number;
    let pieces: number;
    beforeEach(async () => {
      gate = Promise.withResolvers();
      asked = [];
      answered = pieces = 0;
      const responseCache = openResponseCache();
      server = await createHttpServer(readConfig({}), createLogger("silent"), { responseCache });
      const onRequest = () => gate.promise;
      server.post("/waits", { onRequest }, async ({ body }) => String(body).length);
      server.get("/waits", { onRequest }, async () => 0);
      server.setNotFoundHandler(async (_, reply) => {
        await gate.promise;
        return reply.code(404).send();
      });
      server.post("/waiting", { bodyLimit: 13 * MEGABYTE }, async () => {
        handled++;
        await worked.promise;
        return {};
      });
      server.get("/large", async () => "a".repeat(16 * MEGABYTE));
      const answer = async () => ({ status: 200, contentType: "text/plain", body: "kept" });
      server.get("/kept", (request, reply) => responseCache.send(request, reply, "kept", answer));
      server.addHook("onSend", async () => {
        answered++;
      });
      server.addHook("preParsing", (_request, _reply, payload, done) => {
        payload.on("data", () => pieces++);
        done(null, payload);
      });
      server.server.on("request", (request) => asked.push(request));
      await server.listen({ port: 0, host: "127.0.0.1" });
    });
    afterEach(async () => {
      gate.resolve();
      for (const socket of sockets.splice(0)) socket.destroy();
      await server.close();
    });

    const inPieces = (head: string) =>
      `${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\n"\r\n'}${"1\r\na\r\n".repeat(PIECES)}${'1\r\n"\r\n'}0\r\n\r\n`;
    /** Waits until a request has arrived as a whole. */
    const arrival = (count: number) =>
      vi.waitFor(() => {
        expect(asked).toHaveLength(count);
        expect(asked.at(-1)?.socket.bytesRead).toBeGreaterThan(6 * PIECES);
      }, 30_000);

    test.each([
      ["POST", "/waits", String(PIECES)],
      ["GET", "/waits", "0"],
      ["POST", "/nowhere", "404"],
    ])("are not kept in the pieces in which they came: %s %s", async (method, path, answer) => {
      const socket = send(
        inPieces(`${method} ${path}${HTTP}${CLOSE}\r\nContent-Type: application/json\r\n`),
        server,
      );
      await arrival(1);
      expect(asked[0]?.readableLength).toBe(0);
      gate.resolve();
      expect(await text(socket)).toContain(answer);
      expect(pieces).toBeLessThanOrEqual(1);
    });

    test("are not kept where the answer is known and waits for its reader", async () => {
      await text(send(`GET /kept${HTTP}${CLOSE}\r\n\r\n`, server));
      // As where the reader takes nothing, and the system's buffers are full.
      server.server.once("connection", (socket: Socket) => {
        socket.cork();
        socket.uncork = () => undefined;
      });
      send(inPieces(`GET /kept${HTTP}`), server);
      await arrival(2);
      expect(asked[1]?.readableLength).toBe(0);
    });

    test("delay no refusal to whoever has gone", async () => {
      const socket = send(`${postHead("/waits", `Content-Length: ${MEGABYTE / 8}`)}{`, server);
      await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000);
      socket.destroy();
      await new Promise((gone) => asked[0]?.once("close", gone));
      const timers = vi.spyOn(globalThis, "setTimeout");
      gate.reject(tooOften(5));
      await vi.waitFor(() => expect(answered).toBe(1), 60_000);
      // Not after the 30 seconds in which the rest of a body may come.
      expect(timers.mock.calls.map(([, time]) => time)).not.toContain(30_000);
    });
  });

  test("that are only announced use up nothing", async () => {
    for (let number = 0; number < 20; number++) await begin(`203.0.113.${number}`, 1);
    expect((await post("203.0.113.1", large)).status).toBe(200);
  });

  test.each(["[0,0]", '{"a":0}'])(
    "of more values than any call has, such as many %s, are refused",
    async (value) => {
      const body = `[${Array.from({ length: 100_000 }, () => value)}]`;
      expect(await post("203.0.113.1", body)).toMatchObject({ status: 413, code: "bad_request" });
      expect((await post("203.0.113.1", JSON.stringify("a,".repeat(20_000)))).status).toBe(200);
    },
  );

  test.each(["a\0b", 5])("with an invalid value (%j) are refused with its path", async (name) => {
    const server = await createHttpServer(readConfig({}), createLogger("silent"));
    const body = z.object({ author: z.object({ names: z.array(z.string()) }) });
    server.post("/things", { schema: { body } }, async () => ({}));
    const payload = { author: { names: ["Ana", name] } };
    const answer = await server.inject({ method: "POST", url: "/things", payload });
    expect([answer.statusCode, answer.json().field]).toEqual([400, "author.names.1"]);
    await server.close();
  });
});

describe("a client that is refused before its body has arrived", () => {
  const LENGTH = 6 * MEGABYTE;
  const TRIES = 10;
  const piece = Buffer.alloc(64 * 1024, "a");
  const pieces = Array.from({ length: LENGTH / piece.length }, () => piece);
  const length = `Content-Length: ${LENGTH}`;
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]);
  const chunks = [...pieces.map(() => chunk), Buffer.from("0\r\n\r\n")];
  const chunked = "Transfer-Encoding: chunked";

  test.each([
    ["its length", 413, postHead("/things", length), pieces],
    ["its length, and closes", 413, postHead("/things", length, CLOSE), pieces],
    ["its length, and closes, to a call that is limited", 429, postHead("/often", length, CLOSE), pieces],
    [
      "its length, and closes, to an address that cannot be decoded",
      400,
      postHead("/%E0%A4%A", length, CLOSE),
      pieces,
    ],
    ["chunks", 413, postHead("/things", chunked), chunks],
    ["chunks, and closes", 413, postHead("/things", chunked, CLOSE), chunks],
  ])("reads the response when it sends everything first, with %s", async (_what, status, head, body) => {
    for (let number = 0; number < TRIES; number++) {
      const socket = send(head).pause();
      for (const bytes of body) await new Promise((sent) => socket.write(bytes, sent));
      const [answer] = await once(socket.resume(), "data");
      expect(statusOf(String(answer))).toBe(status);
      socket.destroy();
    }
  });

  describe.each([
    ["keeping the connection", "/often"],
    ["closing it", "/things"],
  ])("%s", (_how, path) => {
    test("is cut off if it never stops", async () => {
      const socket = send(postHead(path, `Content-Length: ${2 ** 40}`));
      const write = () => void (socket.destroyed || socket.write(piece, () => setImmediate(write)));
      write();
      await new Promise((closed) => socket.resume().once("close", closed));
      expect(socket.bytesWritten).toBeGreaterThan(DISCARDED_BODY.bytes);
    });

    test("is cut off if it stalls", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const socket = send(postHead(path, length));
      socket.write(piece);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
      vi.advanceTimersByTime(DISCARDED_BODY.time);
      socket.resume();
      await closed;
    });
  });

  test("gets no response to what it sends after that body", async () => {
    const socket = send(postHead("/things", length)).pause();
    for (const bytes of pieces) socket.write(bytes);
    socket.write(`GET /things/1${HTTP}${CLOSE}\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
  });
});

/** From a second on a response is slow. */
const SLOW = 1100;

/** Path and status of each logged response. */
const answered = (lines: string[]) =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "answered")
    .map(({ path, status }) => `${path} ${status}`);

test("responses that say only that nothing changed are in the log if they were slow", async () => {
  const clock = holdClock();
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const app = await createHttpServer(readConfig({}), log);
  app.get("/quick", (_request, reply) => reply.code(304).send());
  app.get("/slow", async (_request, reply) => {
    clock.pass(SLOW);
    return reply.code(304).send();
  });
  app.get("/read", async () => ({}));
  for (const url of ["/quick", "/slow", "/read"]) await app.inject(url);
  await app.close();
  expect(answered(lines)).toEqual(["/slow 304", "/read 200"]);
});

test("LOG_READS=off: the log has requests that fail, change something or are slow, and no other reads", async () => {
  const clock = holdClock();
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const quiet = await createHttpServer(readConfig({ LOG_READS: "off" }), log);
  quiet.get("/read", async () => ({}));
  quiet.get("/slow", async () => {
    clock.pass(SLOW);
    return {};
  });
  quiet.get("/broken", () => Promise.reject(new Error("broken")));
  quiet.post("/written", async () => ({}));
  await quiet.inject("/read");
  await quiet.inject({ method: "HEAD", url: "/read" });
  for (const url of ["/slow", "/missing", "/broken"]) await quiet.inject(url);
  await quiet.inject({ method: "POST", url: "/written" });
  await quiet.close();
  expect(answered(lines)).toEqual(["/slow 200", "/missing 404", "/broken 500", "/written 200"]);
});
