import type { IncomingMessage } from "node:http";
import Fastify, { type InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { openResponseCache } from "./response-cache.ts";

const text = "Olá, Prompteca! ".repeat(200);

/** Serves texts at any path, and values below `/values`, from a new cache; the key is the path. */
function serve({
  body = async () => text,
  isPurged = false,
  status = 200,
  keys = undefined as string[] | undefined,
}) {
  const cache = openResponseCache({ isPurged });
  const app = Fastify();
  const keysOf = () => ["prompt-1"];
  app.get("/values/*", (request, reply) =>
    cache.sendJson(request, reply, request.url, async () => ({}), { keysOf }),
  );
  app.get("/*", (request, reply) =>
    cache.send(request, reply, request.url, async () => ({
      status,
      contentType: "text/plain; charset=utf-8",
      body: await body(),
      ...(keys && { keys }),
    })),
  );
  const get = (url = "/", options: InjectOptions = {}) => app.inject({ ...options, url });
  return { get, cache };
}

const SHARED = "public, max-age=0, s-maxage=1, must-revalidate";
const ASKS = "public, max-age=0, must-revalidate";

/** Keys and age that shared caches read. */
async function told(answer: Promise<{ headers: Record<string, unknown> }>) {
  const { headers } = await answer;
  return ["cache-control", "cdn-cache-control", "surrogate-key", "cache-tag"].map((name) => headers[name]);
}

test("shared caches keep a response for a second where nobody tells them of changes", async () => {
  const { get } = serve({});
  expect(await told(get())).toEqual([SHARED, undefined, undefined, undefined]);
  expect(await told(get("/values/1"))).toEqual([SHARED, undefined, undefined, undefined]);
});

test("shared caches keep it for longer where they are told, by the keys of what it shows, cached or not, also as a 304", async () => {
  const lifetime = "max-age=30, stale-while-revalidate=30, stale-if-error=86400";
  const known = (keys: string) => [SHARED, lifetime, keys, keys.replaceAll(" ", ",")];
  const { get, cache } = serve({ isPurged: true });
  expect(await told(get())).toEqual(known("everything lists"));
  // A value that another response has read first.
  await cache.shared("/values/1", async () => ({}), "203.0.113.8");
  expect(await told(get("/values/1"))).toEqual(known("everything prompt-1"));
  const found = await cache.find({ method: "GET", url: "/values/1", headers: {} } as IncomingMessage, false)
    ?.response;
  expect(found?.headers["surrogate-key"]).toBe("everything prompt-1");
  const { etag } = (await get("/values/1")).headers;
  expect(await told(get("/values/1", { headers: { "if-none-match": String(etag) } }))).toEqual(
    known("everything prompt-1"),
  );
  const prompts = Array.from({ length: 64 }, (_, id) => `prompt-${id}`);
  const few = serve({ isPurged: true, keys: ["prompt-1", "prompt-1", "user-1"] });
  expect(await told(few.get())).toEqual(known("everything prompt-1 user-1"));
  const bounded = serve({ isPurged: true, keys: prompts });
  expect((await told(bounded.get()))[2]).toBe(`everything ${prompts.join(" ")}`);
  const many = serve({ isPurged: true, keys: [...prompts, "prompt-64"] });
  expect(await told(many.get())).toEqual(known("everything lists"));
});

test("shared caches keep no page that says that something is missing", async () => {
  const { get } = serve({ isPurged: true, status: 404 });
  expect(await told(get())).toEqual([ASKS, undefined, undefined, undefined]);
});

test("shared caches keep nothing that was under way when a change was heard of", async () => {
  const gate = Promise.withResolvers<void>();
  const { get, cache } = serve({ isPurged: true, body: () => gate.promise.then(() => text) });
  const late = told(get());
  await new Promise((resolve) => setImmediate(resolve));
  cache.clear();
  gate.resolve();
  expect(await late).toEqual([ASKS, undefined, undefined, undefined]);
  expect((await told(get()))[2]).toBe("everything lists");
});
