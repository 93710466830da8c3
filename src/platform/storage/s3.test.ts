/** Behaviour with hanging services and slow readers; `app/operations/backups.buckets.test.ts` tests stored files. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer as readWhole } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { isStorageAway } from "#platform/storage.ts";
import { startBuckets } from "#tests/support/buckets.ts";
import { openS3Storage } from "./s3.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Opens a bucket of a fake service, with short timeouts, in milliseconds. */
async function openAt(service: RequestListener, answer = 500) {
  const server = createServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close().closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: "key", secretAccessKey: "secret" };
  return openS3Storage({ bucket: "pictures", endpoint, ...keys }, { answer, chunk: 200 });
}

test.each([
  ["says nothing", () => {}],
  ["only refuses", (_request, response) => void response.writeHead(503).end()],
] as [string, RequestListener][])(
  "a service that %s is away, and no try comes after the answer was due",
  async (_, service) => {
    const asked: string[] = [];
    const storage = await openAt((request, response) => {
      asked.push(request.method ?? "");
      service(request, response);
    }, 2000);
    const began = performance.now();
    const calls = [
      storage.put("a.webp", Buffer.from("x"), "image/webp"),
      storage.get("a.webp"),
      storage.exists("a.webp"),
      storage.delete("a.webp"),
      storage.check(),
    ];
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(isStorageAway(reason)).toBe(true);
    }
    expect(performance.now() - began).toBeLessThan(5000);
    // The last chunk still arrives.
    await delay(100);
    const { length } = asked;
    expect(length).toBeGreaterThanOrEqual(calls.length);
    await delay(700);
    expect(asked).toHaveLength(length);
  },
);

test("a file that takes longer than an answer is read to its end; one that stops coming is given up", async () => {
  const pieces = 8;
  let stalls = false;
  const storage = await openAt(async (_request, response) => {
    response.writeHead(200, { "content-length": String(pieces), etag: '"1"' });
    for (let piece = 0; piece < (stalls ? 2 : pieces); piece++) {
      response.write("x");
      await delay(100);
    }
    if (!stalls) response.end();
  });
  const read = async () => {
    const file = await storage.get("a.webp");
    const body = file?.body ?? Buffer.alloc(0);
    return Buffer.isBuffer(body) ? body : readWhole(body);
  };
  expect((await read()).toString()).toBe("x".repeat(pieces));
  stalls = true;
  await expect(read()).rejects.toThrow();
});

test("readers that hold files open keep nobody waiting; small files come whole and hold nothing", async () => {
  const buckets = await startBuckets("pictures");
  ends.push(buckets.close);
  // A busy machine takes longer for all that is asked here than a stream may stand still.
  const storage = await openS3Storage(buckets.options("pictures"), { answer: 20_000, chunk: 60_000 });
  const small = randomBytes(128 * 1024);
  const large = randomBytes(3_000_000);
  await storage.put("small.webp", small, "image/webp");
  await storage.put("large.webp", large, "image/webp");

  const streams: Readable[] = [];
  for (let reader = 0; reader < 120; reader++) {
    const body = (await storage.get("large.webp"))?.body;
    if (Buffer.isBuffer(body) || !body) throw new Error("a large file is streamed");
    streams.push(body);
  }
  ends.unshift(() => {
    for (const stream of streams) stream.destroy();
  });
  await storage.check();
  await storage.put("other.webp", small, "image/webp");
  expect(await storage.exists("other.webp")).toBe(true);
  for (let reader = 0; reader < 100; reader++) {
    const file = await storage.get("small.webp");
    expect(Buffer.isBuffer(file?.body) && small.equals(file.body)).toBe(true);
  }
  const [first] = streams.splice(0, 1);
  expect(large.equals(await readWhole(first as Readable))).toBe(true);
});

test("a small file that breaks off is a store that is away", async () => {
  const storage = await openAt((_request, response) => {
    response.writeHead(200, { "content-length": "100", etag: '"1"' }).write("x");
    setTimeout(() => response.destroy(), 50);
  });
  const error = await storage.get("a.webp").catch((reason: unknown) => reason);
  expect(isStorageAway(error)).toBe(true);
});
