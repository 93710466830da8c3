import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { tooBusy } from "./errors.ts";
import { type CacheableResponse, openResponseCache } from "./response-cache.ts";

const text = "Olá, Prompteca! ".repeat(200);

function serve(compute: () => Promise<CacheableResponse>) {
  const answers = openResponseCache();
  const app = Fastify();
  app.get("/", (request, reply) => answers.send(request, reply, "key", compute));
  return { app, answers };
}
const ok = async (): Promise<CacheableResponse> => ({
  status: 200,
  contentType: "text/plain; charset=utf-8",
  body: text,
});

describe("kept answers", () => {
  test("are computed once, however many ask at the same time", async () => {
    let computed = 0;
    const { app } = serve(async () => {
      computed++;
      return ok();
    });
    await Promise.all(Array.from({ length: 20 }, () => app.inject("/")));
    expect(computed).toBe(1);
  });

  test.each([
    ["br", "gzip, deflate, br", (bytes: Buffer) => brotliDecompressSync(bytes).toString()],
    ["gzip", "gzip;q=1.0, br;q=0", (bytes: Buffer) => gunzipSync(bytes).toString()],
    [undefined, "identity", (bytes: Buffer) => bytes.toString()],
    [undefined, undefined, (bytes: Buffer) => bytes.toString()],
  ])("are sent as %s to who accepts %s", async (encoding, accepted, decode) => {
    const { app } = serve(ok);
    const answer = await app.inject({ url: "/", headers: accepted ? { "accept-encoding": accepted } : {} });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(decode(answer.rawPayload)).toBe(text);
  });

  test("are revalidated: 304 for the version that the asker has, in the same encoding", async () => {
    const { app } = serve(ok);
    const headers = { "accept-encoding": "br" };
    const { etag } = (await app.inject({ url: "/", headers })).headers;
    const again = await app.inject({ url: "/", headers: { ...headers, "if-none-match": String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const plain = await app.inject({ url: "/", headers: { "if-none-match": String(etag) } });
    expect(plain.statusCode).toBe(200);
  });

  test.each([
    ["weakened on the way", (etag: string) => `W/${etag}`],
    ["one of several", (etag: string) => `"other", ${etag}`],
    ["whatever it is", () => "*"],
  ])("are revalidated also where the asker's ETag is %s", async (_what, write) => {
    const { app } = serve(ok);
    const { etag } = (await app.inject("/")).headers;
    const again = await app.inject({ url: "/", headers: { "if-none-match": write(String(etag)) } });
    expect(again.statusCode).toBe(304);
  });

  test("are forgotten at once, also one that was being computed from the old state", async () => {
    let state = "old";
    const gate = Promise.withResolvers<void>();
    const { app, answers } = serve(async () => {
      const body = state;
      if (body === "old") await gate.promise;
      return { status: 200, contentType: "text/plain", body };
    });
    const slow = app.inject("/");
    await new Promise((resolve) => setImmediate(resolve));
    state = "new";
    answers.clear();
    gate.resolve();
    expect((await slow).body).toBe("old");
    expect((await app.inject("/")).body).toBe("new");
  });

  test("a failure is not kept", async () => {
    let attempts = 0;
    const { app } = serve(async () => {
      attempts++;
      if (attempts === 1) throw new Error("away");
      return ok();
    });
    expect((await app.inject("/")).statusCode).toBe(500);
    expect((await app.inject("/")).statusCode).toBe(200);
  });

  test("where there is no room to compute, the one of a moment ago is sent; who asks for another is told to come back", async () => {
    const answers = openResponseCache();
    const app = Fastify();
    const gate = Promise.withResolvers<void>();
    let waits = false;
    let computing = 0;
    app.get("/:key", (request, reply) =>
      answers.send(request, reply, request.url, async () => {
        computing++;
        if (waits) await gate.promise;
        return ok();
      }),
    );
    await app.inject("/hot");
    computing = 0;
    // No longer fresh by then.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    waits = true;
    const flood = Array.from({ length: 80 }, (_, index) =>
      app.inject({ url: `/${index}`, remoteAddress: `203.0.113.${index >> 3}` }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect((await app.inject("/hot")).statusCode).toBe(200);
    expect((await app.inject("/another")).statusCode).toBe(503);
    // The others that were let in wait for their turn.
    expect(computing).toBe(8);
    gate.resolve();
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200).length).toBe(64);
  });

  test("a text outlasts a flood of values, and is sent while another cannot be computed", async () => {
    const cache = openResponseCache();
    const app = Fastify();
    let isBusy = false;
    const compute = async () => {
      if (isBusy) throw tooBusy();
      return ok();
    };
    const long = { long: "Olá, Prompteca! ".repeat(6000) };
    app.get("/text", (request, reply) => cache.send(request, reply, "text", compute));
    app.get("/values/:key", (request, reply) =>
      cache.sendJson(request, reply, request.url, async () => (isBusy ? compute() : long)),
    );
    await app.inject("/text");
    for (let number = 0; number < 100; number++) await app.inject(`/values/${number}`);
    expect(cache.counts().bytes).toBeLessThanOrEqual(24 * 1024 * 1024);
    expect(cache.counts().kept).toBeLessThan(50);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    isBusy = true;
    expect((await app.inject("/text")).body).toBe(text);
    expect((await app.inject("/values/99")).json()).toEqual(long);
    expect((await app.inject("/values/0")).statusCode).toBe(503);
  });

  test("a value and its JSON are one: computed once, and of the same age", async () => {
    const answers = openResponseCache();
    const app = Fastify();
    let computed = 0;
    const compute = async () => ({ computed: ++computed });
    app.get("/", (request, reply) => answers.sendJson(request, reply, "key", compute));
    const value = await answers.shared("key", compute);
    expect((await app.inject("/")).json()).toEqual(value);
    answers.clear();
    expect((await app.inject("/")).json()).toEqual({ computed: 2 });
    expect(await answers.shared("key", compute)).toEqual({ computed: 2 });
  });
});
