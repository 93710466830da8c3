/** Behaviour with hanging services and slow readers; `app/operations/backups.buckets.test.ts` tests stored files. */
import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Readable } from "node:stream";
import { buffer as readWhole } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { isStorageUnavailable, readFile } from "#platform/storage.ts";
import { startBuckets } from "#tests/support/buckets.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { pause } from "#tests/support/pause.ts";
import { openS3Storage } from "./s3.ts";

/** Opens a bucket of a fake service, with short timeouts in milliseconds. */
async function openAt(service: RequestListener, answer = 500) {
  const { url: endpoint } = await startHttpService(service);
  const keys = { accessKeyId: "key", secretAccessKey: "secret" };
  const options = { bucket: "pictures", endpoint, region: "us-east-1", ...keys };
  // The SDK's third attempt would begin after the timeout of the response.
  return openS3Storage(options, { answer, chunk: answer / 2 });
}

test.each([
  ["says nothing", () => {}],
  ["only refuses", (_request, response) => void response.writeHead(503).end()],
] as [string, RequestListener][])(
  "a service that %s is away, and is not retried after the timeout",
  async (_, service) => {
    const asked: string[] = [];
    // Long enough for the requests to arrive on a busy machine.
    const answer = 2000;
    const storage = await openAt((request, response) => {
      asked.push(request.method ?? "");
      service(request, response);
    }, answer);
    const calls = [
      storage.put("a.webp", Buffer.from("x"), "image/webp"),
      storage.get("a.webp"),
      storage.exists("a.webp"),
      storage.delete("a.webp"),
      storage.check(),
    ];
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(isStorageUnavailable(reason)).toBe(true);
    }
    await pause(100, "the last chunk still arrives");
    const { length } = asked;
    expect(length).toBeGreaterThanOrEqual(calls.length);
    await pause(700, "nothing is asked any more");
    expect(asked).toHaveLength(length);
  },
);

test("a file that takes longer than a response is read to its end; one that stalls is given up", async () => {
  const pieces = 16;
  let stalls = false;
  const storage = await openAt(async (_request, response) => {
    response.writeHead(200, { "content-length": String(pieces), etag: '"1"' });
    for (let piece = 0; piece < (stalls ? 2 : pieces); piece++) {
      response.write("x");
      await pause(150, "the whole takes longer than a response may");
    }
    if (!stalls) response.end();
  }, 2000);
  expect((await readFile(storage, "a.webp"))?.toString()).toBe("x".repeat(pieces));
  stalls = true;
  await expect(readFile(storage, "a.webp")).rejects.toThrow();
});

// More than the connections for everything but reading.
const READERS = 60;

test("readers that hold files open delay nobody; small files are read whole and hold nothing open", async () => {
  const buckets = await startBuckets("pictures");
  onTestFinished(buckets.close);
  // The readers below wait for longer than usual on a busy machine.
  const storage = await openS3Storage(buckets.options("pictures"), { answer: 30_000, chunk: 60_000 });
  const small = randomBytes(128 * 1024);
  const large = randomBytes(3_000_000);
  await storage.put("small.webp", small, "image/webp");
  await storage.put("large.webp", large, "image/webp");

  const streams: Readable[] = [];
  for (let reader = 0; reader < READERS; reader++) {
    const body = (await storage.get("large.webp"))?.body;
    if (Buffer.isBuffer(body) || !body) throw new Error("a large file is streamed");
    streams.push(body);
  }
  onTestFinished(() => {
    for (const stream of streams) stream.destroy();
  });
  await storage.check();
  await storage.put("other.webp", small, "image/webp");
  expect(await storage.exists("other.webp")).toBe(true);
  for (let reader = 0; reader < READERS; reader++) {
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
  expect(isStorageUnavailable(error)).toBe(true);
});
