import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type InjectOptions } from "fastify";
import { register } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { type HeldClock, holdClock } from "#tests/support/clock.ts";
import { pause } from "#tests/support/pause.ts";
import { tooBusy, tooOften } from "./errors.ts";
import { openResponseCache } from "./response-cache.ts";
import { type App, createHttpServer } from "./server.ts";

const ADDRESS = "203.0.113.8";

const text = "Olá, Prompteca! ".repeat(200);

let clock: HeldClock;
beforeEach(() => {
  clock = holdClock();
});

/** A response is stale after a second. */
async function untilStale(): Promise<void> {
  clock.pass(1100);
  await pause(20, "the cache reads the clock once in a millisecond");
}

const LINKS = '</api/list?page=2>; rel="next"';

/** Serves texts at any path, and values below `/values`, from a new cache; the key is the path. */
function serve({ body = async () => text, value = async (): Promise<object> => ({}) }) {
  const cache = openResponseCache();
  const app = Fastify();
  app.get("/values/*", (request, reply) => cache.sendJson(request, reply, request.url, value));
  app.get("/api/v1/list", (request, reply) =>
    cache.sendJson(request, reply, "list", value, { linksOf: () => LINKS }),
  );
  app.get("/api/list", (request, reply) =>
    cache.sendJson(request, reply, "list", value, { linksOf: () => LINKS }),
  );
  app.get("/*", (request, reply) =>
    cache.send(request, reply, request.url, async () => ({
      status: 200,
      contentType: "text/plain; charset=utf-8",
      body: await body(),
    })),
  );
  const get = (url = "/", options: InjectOptions = {}) => app.inject({ ...options, url });
  return { get, cache };
}

test("a response is computed once, however many ask at the same time", async () => {
  let computed = 0;
  const { get } = serve({ body: async () => `${++computed}` });
  await Promise.all(Array.from({ length: 20 }, () => get()));
  expect(computed).toBe(1);
});

test.each([
  ["br", "gzip, deflate, br", (bytes: Buffer) => brotliDecompressSync(bytes).toString()],
  ["gzip", "gzip;q=1.0, br;q=0", (bytes: Buffer) => gunzipSync(bytes).toString()],
  [undefined, "identity", String],
  [undefined, undefined, String],
])("a response is encoded as %s for clients that accept %s", async (encoding, accepted, decode) => {
  const { get } = serve({});
  const answer = await get("/", { headers: accepted ? { "accept-encoding": accepted } : {} });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(decode(answer.rawPayload)).toBe(text);
});

test("of large responses two are compressed at once, and others sent as they are", async () => {
  const large = "x".repeat(300_000);
  const { get } = serve({ body: async () => large });
  const headers = { "accept-encoding": "br" };
  const answers = await Promise.all(["/a", "/b", "/c", "/d"].map((url) => get(url, { headers })));
  const encodings = answers.map((answer) => answer.headers["content-encoding"]);
  expect(encodings.filter((encoding) => encoding === "br")).toHaveLength(2);
  expect(encodings.filter((encoding) => encoding === undefined)).toHaveLength(2);
  for (const { headers, rawPayload } of answers)
    expect(headers["content-encoding"] ? brotliDecompressSync(rawPayload) : rawPayload).toHaveLength(300_000);
  expect((await get("/e", { headers })).headers["content-encoding"]).toBe("br");
  const small = await Promise.all(["/f", "/g", "/h"].map((url) => serve({}).get(url, { headers })));
  expect(small.map((answer) => answer.headers["content-encoding"])).toEqual(["br", "br", "br"]);
});

test.each([
  ["the ETag", 304, (etag: string) => etag],
  ["an ETag that was weakened on the way", 304, (etag: string) => `W/${etag}`],
  ["one of several ETags", 304, (etag: string) => `"other", ${etag}`],
  ["any", 304, () => "*"],
  ["the ETag of another encoding", 200, (etag: string) => etag.replace("-br", "-gzip")],
])("a client that has %s gets %s", async (_what, status, write) => {
  const { get } = serve({});
  const headers = { "accept-encoding": "br" };
  const { etag } = (await get("/", { headers })).headers;
  const again = await get("/", { headers: { ...headers, "if-none-match": write(String(etag)) } });
  expect([again.statusCode, again.body === ""]).toEqual([status, status === 304]);
});

test("links lead on in the client's own paths, whoever computed the value", async () => {
  const { get, cache } = serve({});
  await cache.shared("list", async () => ({}), ADDRESS);
  for (const [url, link] of [
    ["/api/v1/list", '</api/v1/list?page=2>; rel="next"'],
    ["/api/list", LINKS],
  ] as const) {
    const { headers } = await get(url);
    expect(headers.link).toBe(link);
    const found = cache.find({ method: "GET", url, headers: {} } as IncomingMessage, true);
    expect((await found?.response)?.headers.link).toBe(link);
    expect((await get(url, { headers: { "if-none-match": String(headers.etag) } })).headers.link).toBe(link);
  }
  expect(cache.counts().computed).toBe(1);
});

test("clearing invalidates at once, also a response that is being computed from the old state", async () => {
  let state = "old";
  const gate = Promise.withResolvers<void>();
  const { get, cache } = serve({
    async body() {
      const read = state;
      if (read === "old") await gate.promise;
      return read;
    },
  });
  const slow = get();
  await new Promise((resolve) => setImmediate(resolve));
  state = "new";
  cache.clear();
  gate.resolve();
  expect((await slow).body).toBe("old");
  expect((await get()).body).toBe("new");
});

test("a failure is not cached", async () => {
  let attempts = 0;
  const { get } = serve({
    body: async () => (++attempts === 1 ? Promise.reject(new Error("away")) : text),
  });
  expect([(await get()).statusCode, (await get()).statusCode]).toEqual([500, 200]);
});

test("a caller whom a rate limit refuses gets that alone: who waited for the same response computes it", async () => {
  const gate = Promise.withResolvers<void>();
  let attempts = 0;
  const { get } = serve({
    async body() {
      await gate.promise;
      return ++attempts === 1 ? Promise.reject(tooOften(60)) : text;
    },
  });
  const other = { remoteAddress: ADDRESS };
  const answers = [get(), get("/", other), get("/", other)];
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([429, 200, 200]);
  expect(attempts).toBe(2);
});

test("while too many are computed, the stale response is sent, and where there is none a refusal", async () => {
  const gate = Promise.withResolvers<void>();
  let waits = false;
  let computing = 0;
  const { get } = serve({
    async body() {
      computing++;
      if (waits) await gate.promise;
      return text;
    },
  });
  await get("/hot");
  await untilStale();
  computing = 0;
  waits = true;
  const flood = Array.from({ length: 80 }, (_, index) =>
    get(`/${index}`, { remoteAddress: `203.0.113.${index}` }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect((await get("/hot")).statusCode).toBe(200);
  expect((await get("/another")).statusCode).toBe(503);
  // The other admitted requests wait for their turn.
  expect(computing).toBe(8);
  gate.resolve();
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBe(64);
});

/** A flood of texts by some addresses, and what lets them be computed. */
async function floodTexts(addresses: string[], each: number) {
  const gate = Promise.withResolvers<void>();
  const { get } = serve({
    async body() {
      await gate.promise;
      return text;
    },
  });
  const flood = addresses.flatMap((remoteAddress) =>
    Array.from({ length: each }, (_, number) => get(`/${remoteAddress}/${number}`, { remoteAddress })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const statuses = async () => (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  return { get, gate, statuses };
}
const countOf = (statuses: number[]) => statuses.filter((status) => status === 200).length;

test("few networks that take all places of texts leave one to whoever comes", async () => {
  const { get, gate, statuses } = await floodTexts(["203.0.113.1", "203.0.113.2", "203.0.113.3"], 32);
  const own = get("/another");
  const others = Array.from({ length: 10 }, (_, number) => get(`/others/${number}`));
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  expect((await own).statusCode).toBe(200);
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect(countOf(await statuses())).toBe(53);
});

test("who waits for a text of others, which makes room, gets it in turn", async () => {
  const { get, gate, statuses } = await floodTexts(["203.0.113.1", "203.0.113.2"], 32);
  const newest = ["203.0.113.1", "203.0.113.2"].map((one) =>
    get(`/${one}/31`, { remoteAddress: "203.0.113.9" }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const newcomers = [get("/another"), get("/yet another")];
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  for (const answer of await Promise.all([...newest, ...newcomers])) expect(answer.statusCode).toBe(200);
  expect(countOf(await statuses())).toBeLessThanOrEqual(62);
});

test("of a network that is refused one computes, however many wait", async () => {
  let computed = 0;
  const { get } = serve({
    async body() {
      computed++;
      await new Promise((resolve) => setImmediate(resolve));
      throw tooOften(60);
    },
  });
  const from = (network: number) =>
    Array.from({ length: 50 }, (_, host) => get("/", { remoteAddress: `2001:db8:${network}:${host}::1` }));
  const answers = await Promise.all([...from(1), ...from(2)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(429));
  expect(computed).toBe(2);
});

test("a network has 32 texts under way, however many addresses of a site it has", async () => {
  const site = Array.from({ length: 5 }, (_, number) => `2001:db8:7:${number}::1`);
  const { get, gate, statuses } = await floodTexts(site, 8);
  const other = get("/another");
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  expect(countOf(await statuses())).toBe(32);
  expect((await other).statusCode).toBe(200);
});

test("a flood of texts that are asked for once displaces none; those that are asked for again are cached", async () => {
  let isBusy = false;
  const long = "Olá, Prompteca! ".repeat(6000);
  const { get, cache } = serve({ body: async () => (isBusy ? Promise.reject(tooBusy()) : long) });
  const flood = (from: number) =>
    Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        get(`/${from + index}`, { remoteAddress: `203.0.113.${index >> 3}` }),
      ),
    );
  await get("/hot");
  for (let from = 0; from < 180; from += 60) await flood(from);
  await untilStale();
  isBusy = true;
  expect((await get("/hot")).statusCode).toBe(200);
  isBusy = false;
  const { kept } = cache.counts();
  await flood(0);
  expect(cache.counts().kept).toBeGreaterThan(kept);
  isBusy = true;
  await untilStale();
  expect((await get("/0")).statusCode).toBe(200);
});

test("a text outlasts a flood of values, and is sent while another cannot be computed", async () => {
  let isBusy = false;
  const long = { long: "Olá, Prompteca! ".repeat(6000) };
  const unlessBusy = async <T>(result: T) => (isBusy ? Promise.reject(tooBusy()) : result);
  const { get, cache } = serve({ body: () => unlessBusy(text), value: () => unlessBusy(long) });
  await get("/text");
  for (let number = 0; number < 100; number++) await get(`/values/${number}`);
  expect(cache.counts().bytes).toBeLessThanOrEqual(24 * 1024 * 1024);
  expect(cache.counts().kept).toBeLessThan(50);
  await untilStale();
  isBusy = true;
  expect((await get("/text")).body).toBe(text);
  expect((await get("/values/99")).json()).toEqual(long);
  expect((await get("/values/0")).statusCode).toBe(503);
});

test("what is too large to be kept among the others is computed once while it is fresh", async () => {
  let computed = 0;
  const long = "a".repeat(2 * 1024 * 1024);
  const { get, cache } = serve({ value: async () => ({ computed: ++computed, long }) });
  const read = async () => (await get("/values/long")).json().computed;
  expect([await read(), await read(), await read()]).toEqual([1, 1, 1]);
  expect(cache.counts()).toMatchObject({ shared: 2, computed: 1, kept: 0 });
  clock.pass(1100);
  // The cache reads the clock once in a while.
  await expect.poll(read).toBe(2);
  expect(await read()).toBe(2);
  cache.clear();
  expect(await read()).toBe(3);
  // Twenty times as much as there is room for: the last ones are there.
  for (let number = 0; number < 20; number++) await get(`/values/${number}`);
  expect(computed).toBe(23);
  await get("/values/19");
  expect(computed).toBe(23);
});

test("values that are asked for as such have a share for each address, too", async () => {
  const { cache } = serve({});
  const never = () => new Promise<object>(() => {});
  const ask = (key: number, address: string) => {
    const asked = cache.shared(`value ${key}`, never, address);
    return Promise.race([
      asked.catch(({ code }) => code),
      new Promise((resolve) => setImmediate(resolve, "waits")),
    ]);
  };
  for (let key = 0; key < 64; key++) expect(await ask(key, ADDRESS)).toBe("waits");
  expect(await ask(64, ADDRESS)).toBe("over_capacity");
  expect(await ask(65, "203.0.113.9")).toBe("waits");
});

test("few networks leave values to others, however many addresses of a site they have", async () => {
  const { cache } = serve({});
  const never = () => new Promise<object>(() => {});
  let key = 0;
  /** How many of 70 are computed. */
  async function flood(address: string) {
    const refused: string[] = [];
    for (let number = 0; number < 70; number++)
      cache.shared(`value ${++key}`, never, address).catch(({ code }) => refused.push(code));
    await new Promise((resolve) => setImmediate(resolve));
    return 70 - refused.length;
  }
  // A site has at most what it leaves.
  expect([await flood("2001:db8:7:1::1"), await flood("2001:db8:7:2::1")]).toEqual([64, 64]);
  expect(await flood("2001:db8:7:3::1")).toBe(0);
  expect(await flood("203.0.113.1")).toBe(64);
  expect(await flood("203.0.113.2")).toBe(32);
  expect(await flood("203.0.113.3")).toBe(16);
});

test("a value and its JSON are one: computed once, and of the same age", async () => {
  let computed = 0;
  const value = async () => ({ computed: ++computed });
  const { get, cache } = serve({ value });
  expect(await cache.shared("/values/1", value, ADDRESS)).toEqual({ computed: 1 });
  expect((await get("/values/1")).json()).toEqual({ computed: 1 });
  cache.clear();
  expect((await get("/values/1")).json()).toEqual({ computed: 2 });
  expect(await cache.shared("/values/1", value, ADDRESS)).toEqual({ computed: 2 });
});

describe("a URL whose response is cached", () => {
  const cache = openResponseCache();
  let body = "";
  /** Requests that reached Fastify. */
  let routed = 0;
  let app: App;
  let origin: string;
  beforeAll(async () => {
    app = await createHttpServer(readConfig({}), createLogger("silent"), { responseCache: cache });
    app.addHook("onRequest", async () => void routed++);
    app.get("/shared/:id", (request, reply) =>
      cache.send(request, reply, request.url, async () => ({ status: 200, contentType: "text/plain", body })),
    );
    app.get("/own", async () => ({}));
    origin = await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => app.close());

  async function get(headers: Record<string, string> = {}, path = "/shared/1", method = "GET") {
    const answer = await fetch(origin + path, { method, headers });
    const { "x-request-id": id, date: _, ...others } = Object.fromEntries(answer.headers);
    return { status: answer.status, body: await answer.text(), id, headers: others };
  }
  let first: Awaited<ReturnType<typeof get>>;
  beforeEach(async () => {
    cache.clear();
    body = text;
    first = await get();
    routed = 0;
  });

  test("is answered with the same bytes and headers without its handler, and a request id of its own", async () => {
    const { id, ...second } = await get();
    expect({ ...second, id: first.id }).toEqual(first);
    expect([second.body, routed]).toEqual([text, 0]);
    expect(second.headers["content-security-policy"]).toBeTruthy();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(id).not.toBe(first.id);
  });

  test("is answered with 304 to clients that have it, and in another encoding, which is made first", async () => {
    const { status, headers } = await get({ "if-none-match": first.headers.etag ?? "" });
    expect([status, headers["content-encoding"]]).toEqual([304, undefined]);
    const plain = await get({ "accept-encoding": "identity" });
    expect([plain.body, plain.headers["content-encoding"], routed]).toEqual([text, undefined, 0]);
  });

  test("is answered anew once what it shows has changed", async () => {
    body = "Mudou.";
    cache.clear();
    expect((await get()).body).toBe("Mudou.");
  });

  test.each<[string, Record<string, string>, string, string?]>([
    ["users who are signed in", { authorization: "Bearer x" }, "/shared/1"],
    ["other URLs", {}, "/shared/2"],
    ["other methods", {}, "/shared/1", "HEAD"],
    ["what is not cached", {}, "/own"],
  ])("does not answer %s", async (_what, headers, path, method) => {
    if (path === "/own") await get(headers, path);
    routed = 0;
    expect((await get(headers, path, method)).status).toBe(200);
    expect(routed).toBe(1);
  });

  test("is counted in the metrics like any other", async () => {
    const line = /_count\{method="GET",route="\/shared\/:id",status="2xx"\} (\d+)/;
    const count = async () => Number(line.exec(await register.metrics())?.[1]);
    const before = await count();
    await get();
    expect([routed, await count()]).toEqual([0, before + 1]);
  });
});
