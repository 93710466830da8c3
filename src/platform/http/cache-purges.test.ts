import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { openCachePurges } from "./cache-purges.ts";

const TOKEN = "um segredo do cache, comprido".replaceAll(" ", "-");

interface Asked {
  at: number;
  method: string | undefined;
  authorization: string | undefined;
  keys: string;
  body: string;
}

/** A cache that records its requests, and purges of it. */
async function openPurged(
  method: "PURGE" | "POST" = "PURGE",
  answer: (response: ServerResponse, number: number) => void = (response) => response.end("purged"),
) {
  const asked: Asked[] = [];
  const service = await startHttpService(async (request: IncomingMessage, response) => {
    const { headers } = request;
    asked.push({
      at: performance.now(),
      method: request.method,
      authorization: headers.authorization,
      keys: String(headers["xkey-purge"] ?? headers["surrogate-key"]),
      body: await text(request),
    });
    answer(response, asked.length);
  });
  const purges = openCachePurges({ urls: [service.url], token: TOKEN, method }, createLogger("silent"));
  onTestFinished(() => purges.close());
  return { asked, purges, service, keys: () => asked.map(({ keys }) => keys) };
}

test("keys are purged at once, and once more for what was on its way to the cache", async () => {
  const { asked, purges, keys } = await openPurged();
  purges.purge(["lists", "prompt-12"]);
  await expect.poll(keys).toEqual(["lists prompt-12", "lists prompt-12"]);
  expect(asked[0]).toMatchObject({ method: "PURGE", authorization: `Bearer ${TOKEN}`, body: "" });
  expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(450);
});

test("other caches get the keys as a header and as JSON", async () => {
  const { asked, purges } = await openPurged("POST");
  purges.purge(["lists", "user-1"]);
  await expect
    .poll(() => asked[0])
    .toMatchObject({ method: "POST", keys: "lists user-1", body: '{"tags":["lists","user-1"]}' });
});

test("changes that come while a purge is under way go together; too many are everything", async () => {
  const held: ServerResponse[] = [];
  const { purges, keys } = await openPurged("PURGE", (response, number) =>
    number === 1 ? held.push(response) : response.end(),
  );
  purges.purge(["prompt-1"]);
  await expect.poll(keys).toEqual(["prompt-1"]);
  purges.purge(["lists", "prompt-2"]);
  purges.purge(["lists", "prompt-3"]);
  held[0]?.end();
  await expect
    .poll(keys)
    .toEqual(["prompt-1", "lists prompt-2 prompt-3", "prompt-1", "lists prompt-2 prompt-3"]);
  for (let id = 0; id < 1000; id++) purges.purge([`prompt-${id}`]);
  await expect.poll(() => keys().at(-1)).toBe("everything");
  expect(keys().every((asked) => asked.length < 4000)).toBe(true);
});

test("what a cache refuses, does not answer or was away for is purged once it is back", async () => {
  const { purges, keys } = await openPurged("PURGE", (response, number) => {
    if (number === 1) response.writeHead(503).end();
    else if (number === 2) response.destroy();
    else response.end();
  });
  purges.purge(["prompt-1"]);
  await expect.poll(keys).toEqual(["prompt-1"]);
  purges.purge(["prompt-2"]);
  // The last is the repetition, which a purge that came late has too.
  await expect.poll(keys).toEqual(["prompt-1", ...Array(3).fill("prompt-1 prompt-2")]);
});

test("one cache that does not answer holds up no other, and neither does it the end", async () => {
  const silent = await startHttpService(() => {});
  const asked: string[] = [];
  const working = await startHttpService((request, response) => {
    asked.push(String(request.headers["xkey-purge"]));
    response.end();
  });
  const settings = { urls: [silent.url, working.url], token: TOKEN, method: "PURGE" as const };
  const purges = openCachePurges(settings, createLogger("silent"));
  purges.purge(["prompt-1"]);
  await expect.poll(() => asked).toEqual(["prompt-1", "prompt-1"]);
  await purges.close();
});

test("the end of the process purges what waits", async () => {
  const { purges, keys } = await openPurged();
  purges.purge(["prompt-1"]);
  purges.purge(["prompt-2"]);
  await purges.close();
  expect(keys().join(" ")).toContain("prompt-2");
});
