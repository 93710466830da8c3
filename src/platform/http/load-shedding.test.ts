import { createRequire } from "node:module";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { openResponseCache } from "./response-cache.ts";
import type { App } from "./server.ts";

const TIMEOUT = 15_000;

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

const text = "Olá, Prompteca! ".repeat(200);
const html = "<h1>Voltamos já</h1>";
const cache = openResponseCache();
let app: App;
let origin: string;
let handled: string[] = [];
const gate = Promise.withResolvers<object>();
const held = Promise.withResolvers<object>();
/** Number of concurrent requests from which load is shed. */
let many: Promise<unknown>;

beforeAll(async () => {
  const { createHttpServer } = await import("./server.ts");
  app = await createHttpServer(readConfig({}), createLogger("silent"), {
    errorPage: () => ({ html, headers: {} }),
    responseCache: cache,
  });
  app.addHook("preHandler", async ({ url }) => void handled.push(url));
  app.get("/shared", (request, reply) =>
    cache.send(request, reply, "shared", async () => ({
      status: 200,
      contentType: "text/plain",
      body: text,
    })),
  );
  app.get("/healthz", async () => ({}));
  app.get("/slow", () => gate.promise);
  app.get("/held", () => held.promise);
  app.get("/own", async () => ({}));
  app.get("/outer", async () => (await app.inject("/own")).json());
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

async function beginMany() {
  many = Promise.all(Array.from({ length: 100 }, () => ask("/slow")));
  await vi.waitFor(() => expect(handled.filter((url) => url === "/slow").length).toBe(100), TIMEOUT);
}

async function putUnderPressure(milliseconds: number) {
  delay.mean = milliseconds * 1e6;
  await vi.waitFor(() => expect(app.isUnderPressure()).toBe(milliseconds > 300), TIMEOUT);
}
beforeEach(() => putUnderPressure(0));

const ask = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

test("a slow machine refuses nothing while few requests are under way", async () => {
  await putUnderPressure(400);
  expect((await ask("/own")).status).toBe(200);
});

test("more than 3000 concurrent requests are refused at once, however fast the event loop is", async () => {
  await (await ask("/shared")).text();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  handled = [];
  const sockets = Array.from({ length: 250 }, () => connect(Number(new URL(origin).port), "127.0.0.1"));
  for (const socket of sockets) socket.write("GET /held HTTP/1.1\r\nhost: x\r\n\r\n".repeat(12));
  await vi.waitFor(() => expect(handled.length).toBe(3000), TIMEOUT);
  expect((await ask("/own")).status).toBe(503);
  expect((await ask("/healthz")).status).toBe(200);
  expect((await ask("/shared")).status).toBe(200);
  held.resolve({});
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await ask("/own")).status).toBe(200), TIMEOUT);
});

describe("while the event loop is behind and many requests are under way", () => {
  beforeAll(async () => {
    await putUnderPressure(0);
    handled = [];
    await beginMany();
  });
  afterAll(async () => {
    gate.resolve({});
    await many;
  });

  test("a request is refused before its handler runs: as JSON, to browsers as a page, with a time to come back", async () => {
    await putUnderPressure(400);
    handled = [];
    const [json, page] = await Promise.all([ask("/own"), ask("/own", { accept: "text/html" })]);
    expect([json.status, json.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await json.json()).toMatchObject({
      code: "over_capacity",
      message: expect.stringContaining("demais"),
    });
    expect([page.status, page.headers.get("retry-after"), await page.text()]).toEqual([503, "3", html]);
    expect(handled).toEqual([]);
    await putUnderPressure(0);
    expect((await ask("/own")).status).toBe(200);
  });

  test("what is cached is sent however old it is, in any encoding", async () => {
    await (await ask("/shared")).text();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await putUnderPressure(400);
    handled = [];
    for (const encoding of ["gzip", "br", "identity"]) {
      const answer = await ask("/shared", { "accept-encoding": encoding });
      expect([answer.status, await answer.text()]).toEqual([200, text]);
    }
    expect(handled).toEqual([]);
    cache.clear();
    expect((await ask("/shared")).status).toBe(503);
  });

  test("monitoring and the process itself are answered", async () => {
    await putUnderPressure(400);
    expect((await ask("/healthz")).status).toBe(200);
    expect((await app.inject("/outer")).json()).toEqual({});
  });
});
