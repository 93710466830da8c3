import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createRequire } from "node:module";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { pause } from "#tests/support/pause.ts";
import { PROBLEM_TYPE } from "./problem.ts";
import { openResponseCache } from "./response-cache.ts";
import type { App } from "./server.ts";

const TIMEOUT = 30_000;

/** The event loop's delay as measured by the plugin, in nanoseconds. */
const delay = { mean: 0 };
// The plugin reads it from the module when it is loaded, so the server is imported after this.
Object.assign(createRequire(import.meta.url)("node:perf_hooks"), {
  monitorEventLoopDelay: () => ({
    enable() {},
    reset() {},
    get mean() {
      return delay.mean;
    },
  }),
});

const body = "Olá, Prompteca! ".repeat(200);
const html = "<h1>Não conseguimos responder agora</h1>";
const cache = openResponseCache();
let app: App;
let origin: string;
let handled: string[] = [];
let gate = Promise.withResolvers<object>();
let held = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  const { createHttpServer } = await import("./server.ts");
  app = await createHttpServer(readConfig({}), createLogger("silent"), {
    errorPage: () => ({ html, headers: {} }),
    responseCache: cache,
  });
  app.addHook("preHandler", async ({ url }) => void handled.push(url));
  app.get("/shared", (request, reply) =>
    cache.send(request, reply, "shared", async () => ({ status: 200, contentType: "text/plain", body })),
  );
  app.get("/held", (_request, reply) => {
    held++;
    reply.raw.once("close", () => held--);
    return gate.promise;
  });
  for (const path of [...MONITORING, "/own"]) app.get(path, async () => ({}));
  app.get("/outer", async () => (await app.inject("/own")).json());
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const MONITORING = ["/healthz", "/readyz", "/metrics"];
const ask = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

/** Starts requests whose responses wait until the test ends, twelve on each connection. */
async function hold(requests: number): Promise<void> {
  for (let number = 0; number < requests; number += 12) {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write("GET /held HTTP/1.1\r\nhost: x\r\n\r\n".repeat(12));
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(held).toBe(requests), TIMEOUT);
}

async function delayEventLoop(milliseconds: number): Promise<void> {
  delay.mean = milliseconds * 1e6;
  await vi.waitFor(() => expect(app.isUnderPressure()).toBe(milliseconds > 300), TIMEOUT);
}

/** Caches `/shared`, and waits until it is stale. */
async function cacheShared(): Promise<void> {
  await (await ask("/shared")).text();
  await pause(1100, "it is stale after a second");
  handled = [];
}

beforeEach(() => delayEventLoop(0));
afterEach(async () => {
  gate.resolve({});
  gate = Promise.withResolvers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(() => expect(held).toBe(0), TIMEOUT);
});

test("a slow machine refuses nothing while few requests are under way", async () => {
  await delayEventLoop(400);
  expect((await ask("/own")).status).toBe(200);
});

test("more than 3000 concurrent requests are refused at once, however fast the event loop is", async () => {
  await cacheShared();
  await hold(3000);
  expect((await ask("/own")).status).toBe(503);
  expect((await ask("/healthz")).status).toBe(200);
  expect((await ask("/shared")).status).toBe(200);
});

test.each(["/held", "/shared"])(
  "a connection that has more than 16 requests for %s under way is closed",
  async (path) => {
    await (await ask("/shared")).text();
    const socket = connect(Number(new URL(origin).port), "127.0.0.1").resume();
    sockets.push(socket);
    const closed = once(socket, "close");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20));
    await closed;
  },
);

test.each([
  ["whose handler waits", "GET /held HTTP/1.1\r\nhost: x"],
  ["that are cached", "GET /shared HTTP/1.1\r\nhost: x"],
  ["that the router cannot read", "GET /%zz HTTP/1.1\r\nhost: x"],
  ["without a host", "GET /held HTTP/1.1"],
  ["with an expectation that nobody knows", "GET /held HTTP/1.1\r\nhost: x\r\nexpect: tea"],
])(
  "of thousands of requests %s that come at once, none is begun beyond those that may wait",
  async (_, head) => {
    await (await ask("/shared")).text();
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    let begun = 0;
    const count = (message: unknown) => {
      if ((message as { socket: Socket }).socket.remotePort === socket.localPort) begun++;
    };
    subscribe("http.server.request.start", count);
    const closed = once(socket.resume(), "close");
    socket.write(`${head}\r\n\r\n`.repeat(1000));
    await closed;
    unsubscribe("http.server.request.start", count);
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(20);
  },
);

test("what waits before CONNECT ends with its connection", async () => {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").resume();
  sockets.push(socket);
  const closed = once(socket, "close");
  socket.write(
    `${"GET /held HTTP/1.1\r\nhost: x\r\n\r\n".repeat(10)}CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n`,
  );
  await closed;
  await vi.waitFor(() => expect(held).toBe(0), TIMEOUT);
});

test("beyond 3000 concurrent requests, a connection that has more than one under way is closed", async () => {
  await hold(2988);
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").resume();
  sockets.push(socket);
  const closed = once(socket, "close");
  socket.write("GET /held HTTP/1.1\r\nhost: x\r\n\r\n".repeat(15));
  await closed;
  // None of its requests is left in memory.
  await vi.waitFor(() => expect(held).toBe(2988), TIMEOUT);
  expect((await ask("/own")).status).toBe(200);
});

describe("while the event loop is behind and many requests are under way", () => {
  beforeEach(async () => {
    await cacheShared();
    await hold(108);
    await delayEventLoop(400);
    handled = [];
  });

  test("a request is refused before its handler runs: as JSON, to browsers as a page, with a time to come back", async () => {
    const [json, page] = await Promise.all([ask("/own"), ask("/own", { accept: "text/html" })]);
    expect([json.status, json.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await json.json()).toMatchObject({
      code: "over_capacity",
      message: expect.stringContaining("demais"),
    });
    expect([page.status, page.headers.get("retry-after"), await page.text()]).toEqual([503, "3", html]);
    const problem = await ask("/own", { accept: PROBLEM_TYPE });
    expect([problem.status, problem.headers.get("content-type")]).toEqual([
      503,
      `${PROBLEM_TYPE}; charset=utf-8`,
    ]);
    expect(problem.headers.get("retry-after")).toBe("3");
    expect(await problem.json()).toMatchObject({
      status: 503,
      code: "over_capacity",
      detail: expect.any(String),
    });
    expect(handled).toEqual([]);
    await delayEventLoop(0);
    expect((await ask("/own")).status).toBe(200);
  });

  test("what is cached is sent however old it is, in any encoding", async () => {
    for (const encoding of ["gzip", "br", "identity"]) {
      const answer = await ask("/shared", { "accept-encoding": encoding });
      expect([answer.status, await answer.text()]).toEqual([200, body]);
    }
    expect(handled).toEqual([]);
    cache.clear();
    expect((await ask("/shared")).status).toBe(503);
  });

  test("monitoring and the process itself are answered", async () => {
    for (const path of MONITORING) expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect((await app.inject("/outer")).json()).toEqual({});
  });
});
