import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { tooOften } from "./errors.ts";
import { DISCARDED_BODY } from "./request-bodies.ts";
import { openResponseCache } from "./response-cache.ts";
import { type App, createHttpServer } from "./server.ts";

async function listen(): Promise<{ app: App; send(request: string): Socket }> {
  const app = await createHttpServer(readConfig({}), createLogger("silent"));
  app.get("/things/:id", async () => ({}));
  app.post("/things", async () => ({}));
  app.post("/often", { onRequest: async () => Promise.reject(tooOften(5)) }, async () => ({}));
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
    ["the beginning of HTTP/2, damaged", "PRI *:HTTP/2.0\r\n", 400, "Requisição inválida."],
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
    [
      "a length beside chunks, which two readers could end in two places",
      "POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n",
      400,
      "Requisição inválida.",
    ],
  ])("%s is refused in Portuguese", async (_what, head, status, message) => {
    const answer = await text(server.send(`${head}Connection: close\r\n\r\n`));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const guard of ["x-content-type-options: nosniff", "content-security-policy: default-src 'self'"]) {
      expect(answer.toLowerCase()).toContain(guard);
    }
    expect(answer.toLowerCase()).toContain("no-store");
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({ message, code: "bad_request" });
  });
});

describe("a request in an unusual form", () => {
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    server = await listen();
  });
  afterAll(() => server.app.close());
  const statusOf = async (request: string) =>
    /^HTTP\/1.1 (\d+)/.exec(
      await text(server.send(`${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)),
    )?.[1];

  test.each([
    ["GET http://example.com/things/1", "200"],
    ["GET http://example.com", "404"],
    ["GET HTTPS://example.com?x=/things/1", "404"],
    ["GET *", "404"],
    ["OPTIONS *", "404"],
  ])("%s is answered by its path alone", async (request, status) => {
    expect(await statusOf(request)).toBe(status);
  });

  test("what follows the last request of a connection adds nothing to its answer", async () => {
    const request = "GET /things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const answer = await text(server.send(request + request));
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });
});

test("what a proxy sends on a connection that is in use while the server ends is answered, and the connection ended", async () => {
  const { app, send } = await listen();
  const arriving = once(app.server, "request");
  const connection = send(
    "POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{",
  );
  const told = text(connection);
  await arriving;
  const ended = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  connection.write("}GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
  expect((await told).match(/HTTP\/1.1 \d+|^Connection: \S+/gm)).toEqual([
    "HTTP/1.1 200",
    "Connection: keep-alive",
    "HTTP/1.1 200",
    "Connection: close",
  ]);
  await ended;
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

describe("bodies", () => {
  const MEGABYTE = 1024 * 1024;
  let app: App;
  let origin: string;
  const slow: Socket[] = [];
  beforeAll(async () => {
    app = await createHttpServer(readConfig({ TRUST_PROXY: "loopback" }), createLogger("silent"));
    app.post("/pictures", { bodyLimit: 13 * MEGABYTE }, async () => ({}));
    origin = await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => app.close());
  afterEach(() => {
    for (const socket of slow.splice(0)) socket.destroy();
  });

  /** Declares 12 MB and sends so many bytes of them. */
  async function begin(address: string, bytes: number): Promise<void> {
    const arriving = once(app.server, "request");
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    slow.push(socket);
    socket.write(
      `POST /pictures HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${12 * MEGABYTE}\r\n\r\n`,
    );
    await arriving;
    await new Promise((sent) => socket.write("a".repeat(bytes), sent));
  }
  async function send(address: string, body: string) {
    const answer = await fetch(`${origin}/pictures`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body,
    });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, retryAfter: answer.headers.get("retry-after") };
  }
  const large = JSON.stringify("a".repeat(12 * MEGABYTE - 2));

  test("take room as they arrive: who sends too much at once from one address waits, others do not", async () => {
    await begin("203.0.113.1", 10 * MEGABYTE);
    const refusal = { status: 503, code: "over_capacity", retryAfter: "3" };
    expect(await send("203.0.113.1", large)).toEqual(refusal);
    expect((await send("203.0.113.1", '"small"')).status).toBe(200);
    expect((await send("203.0.113.2", large)).status).toBe(200);
    for (const socket of slow.splice(0)) socket.destroy();
    await expect.poll(async () => (await send("203.0.113.1", large)).status).toBe(200);
  });

  test("that are only announced hold nobody up", async () => {
    for (let number = 0; number < 20; number++) await begin(`203.0.113.${number}`, 1);
    expect((await send("203.0.113.1", large)).status).toBe(200);
  });

  test.each(["[0,0]", '{"a":0}'])(
    "of more values than any call has, as %s again and again, are refused",
    async (value) => {
      const body = `[${Array.from({ length: 100_000 }, () => value)}]`;
      expect(await send("203.0.113.1", body)).toMatchObject({ status: 413, code: "bad_request" });
      expect((await send("203.0.113.1", JSON.stringify("a,".repeat(20_000)))).status).toBe(200);
    },
  );
});

describe("whoever is answered before their body has arrived reads that answer", () => {
  const LENGTH = 6 * 1024 * 1024;
  const TRIES = 10;
  const piece = Buffer.alloc(64 * 1024, "a");
  let server: Awaited<ReturnType<typeof listen>>;
  let origin: string;
  beforeAll(async () => {
    server = await listen();
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    vi.useRealTimers();
    await server.app.close();
  });
  const head = (lines: string, path = "/things") =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;
  const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);

  /** Sends the whole of a request, and only then reads. */
  async function sendThenRead(first: string, pieces: Buffer[], last = ""): Promise<string> {
    const socket = server.send(first).pause();
    socket.on("error", () => {});
    for (const bytes of pieces) await new Promise((sent) => socket.write(bytes, sent));
    if (last) await new Promise((sent) => socket.write(last, sent));
    const { value = "" } = await socket
      .iterator()
      .next()
      .catch(() => ({ value: "" }));
    return String(value);
  }
  const pieces = Array.from({ length: LENGTH / piece.length }, () => piece);
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]);
  const close = "\r\nConnection: close";

  test.each<[string, () => Promise<string>]>([
    ["its length", () => sendThenRead(head(`Content-Length: ${LENGTH}`), pieces)],
    ["its length, and closes", () => sendThenRead(head(`Content-Length: ${LENGTH}${close}`), pieces)],
    [
      "chunks",
      () => sendThenRead(head("Transfer-Encoding: chunked"), Array(pieces.length).fill(chunk), "0\r\n\r\n"),
    ],
    [
      "chunks, and closes",
      () =>
        sendThenRead(
          head(`Transfer-Encoding: chunked${close}`),
          Array(pieces.length).fill(chunk),
          "0\r\n\r\n",
        ),
    ],
  ])("who sends all of it first, with %s", async (_what, send) => {
    for (let number = 0; number < TRIES; number++) expect(statusOf(await send())).toBe(413);
  });

  test.each([
    ["/things", 413],
    ["/often", 429],
  ])("who sends it to %s with fetch, at once or bit by bit", async (path, status) => {
    const post = (body: RequestInit) =>
      fetch(origin + path, { method: "POST", headers: { "content-type": "application/json" }, ...body });
    for (let number = 0; number < TRIES; number++) {
      const slowly = async function* () {
        for (const bytes of pieces) {
          yield bytes;
          await new Promise(setImmediate);
        }
      };
      const answers = [
        await post({ body: "a".repeat(LENGTH) }),
        await post({ body: Readable.toWeb(Readable.from(slowly())), duplex: "half" } as RequestInit),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(status);
        expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/[.a]$/) });
      }
    }
  });

  test.each([
    ["keeping the connection", "/often"],
    ["closing it", "/things"],
  ])("but not for ever: who never stops is cut off, %s", async (_how, path) => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    socket.write(head(`Content-Length: ${2 ** 40}`, path));
    const send = () => void (socket.destroyed || socket.write(piece, () => setImmediate(send)));
    send();
    await new Promise((closed) => socket.resume().once("close", closed));
    expect(socket.bytesWritten).toBeGreaterThan(DISCARDED_BODY.bytes);
  });

  test.each([
    ["keeping the connection", "/often"],
    ["closing it", "/things"],
  ])("nor for long: who stalls is cut off, %s", async (_how, path) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = server.send(head(`Content-Length: ${LENGTH}`, path));
    socket.on("error", () => {});
    socket.write(piece);
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(DISCARDED_BODY.time);
    socket.resume();
    await closed;
    vi.useRealTimers();
  });

  test("and what they send after it is no further request", async () => {
    const socket = server.send(head(`Content-Length: ${LENGTH}`)).pause();
    for (const bytes of pieces) socket.write(bytes);
    socket.write("GET /things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
  });
});

test("what is refused deep inside a body is named by its path", async () => {
  const app = await createHttpServer(readConfig({}), createLogger("silent"));
  const body = z.object({ author: z.object({ names: z.array(z.string()) }) });
  app.post("/things", { schema: { body } }, async () => ({}));
  for (const name of ["a\0b", 5]) {
    const answer = await app.inject({
      method: "POST",
      url: "/things",
      payload: { author: { names: ["Ana", name] } },
    });
    expect([answer.statusCode, answer.json().field]).toEqual([400, "author.names.1"]);
  }
  await app.close();
});

test("a connection that asks for many things without reading answers is ended", async () => {
  const { app, send } = await listen();
  const socket = send("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500));
  socket.on("error", () => {});
  await once(socket, "close");
  await app.close();
});

describe("an address that was answered a moment ago", () => {
  const answers = openResponseCache();
  let app: App;
  let origin: string;
  let routed = 0;
  let text = "";
  beforeAll(async () => {
    app = await createHttpServer(readConfig({}), createLogger("silent"), { responseCache: answers });
    app.addHook("onRequest", async () => void routed++);
    app.get("/shared/:id", (request, reply) =>
      answers.send(request, reply, request.url, async () => ({
        status: 200,
        contentType: "text/plain",
        body: text,
      })),
    );
    app.get("/own", async () => ({}));
    origin = await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    answers.clear();
    text = "Olá, Prompteca! ".repeat(200);
    await (await fetch(`${origin}/shared/1`)).text();
    routed = 0;
  });

  test("is answered by the same bytes and headers without looking for its route, under a request id of its own", async () => {
    answers.clear();
    const [first, second] = [await fetch(`${origin}/shared/1`), await fetch(`${origin}/shared/1`)];
    expect(routed).toBe(1);
    expect([await first.text(), await second.text()]).toEqual([text, text]);
    const [{ "x-request-id": id, ...headers }, { "x-request-id": otherId, ...otherHeaders }] = [
      first,
      second,
    ].map((answer) => Object.fromEntries(answer.headers) as Record<string, string>) as [
      Record<string, string>,
      Record<string, string>,
    ];
    expect({ ...otherHeaders, date: "" }).toEqual({ ...headers, date: "" });
    expect(otherHeaders["content-security-policy"]).toBeTruthy();
    expect(otherId).toMatch(/^[0-9a-f-]{36}$/);
    expect(otherId).not.toBe(id);
  });

  test("is not sent again to who has it", async () => {
    const { headers } = await fetch(`${origin}/shared/1`);
    const answer = await fetch(`${origin}/shared/1`, {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect([answer.status, await answer.text(), routed]).toEqual([304, "", 0]);
    expect(answer.headers.get("content-encoding")).toBeNull();
  });

  test("is answered in another encoding too, which is made first", async () => {
    const answer = await fetch(`${origin}/shared/1`, { headers: { "accept-encoding": "identity" } });
    expect([await answer.text(), answer.headers.get("content-encoding"), routed]).toEqual([text, null, 0]);
  });

  test("is answered anew once what it shows has changed", async () => {
    text = "Mudou.";
    answers.clear();
    expect(await (await fetch(`${origin}/shared/1`)).text()).toBe("Mudou.");
    expect(routed).toBe(1);
  });

  test.each<[string, string, RequestInit]>([
    ["who is signed in", "/shared/1", { headers: { authorization: "Bearer x" } }],
    ["another address", "/shared/2", {}],
    ["another method", "/shared/1", { method: "HEAD" }],
    ["what is no shared answer", "/own", {}],
  ])("does not answer %s", async (_what, path, init) => {
    if (path === "/own") await fetch(origin + path, init);
    routed = 0;
    expect((await fetch(origin + path, init)).status).toBe(200);
    expect(routed).toBe(1);
  });

  test("is counted like any other", async () => {
    await (await fetch(`${origin}/shared/1`)).text();
    expect(routed).toBe(0);
    const { values } = await app.answerTimes.get();
    const count = values.find(
      ({ metricName, labels }) =>
        metricName?.endsWith("_count") && labels.route === "/shared/:id" && labels.status === "2xx",
    );
    expect(count?.value).toBeGreaterThan(1);
  });
});

test("LOG_READS=off: the log tells of what fails, changes something or takes long, and of no other read", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const quiet = await createHttpServer(readConfig({ LOG_READS: "off" }), log);
  quiet.get("/read", async () => ({}));
  quiet.get("/slow", async () => {
    await delay(1100);
    return {};
  });
  quiet.get("/broken", async () => {
    throw new Error("broken");
  });
  quiet.post("/written", async () => ({}));
  await quiet.inject("/read");
  await quiet.inject({ method: "HEAD", url: "/read" });
  await quiet.inject("/slow");
  await quiet.inject("/missing");
  await quiet.inject("/broken");
  await quiet.inject({ method: "POST", url: "/written" });
  await quiet.close();
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "answered");
  expect(told.map(({ path, status }) => `${path} ${status}`)).toEqual([
    "/slow 200",
    "/missing 404",
    "/broken 500",
    "/written 200",
  ]);
});
