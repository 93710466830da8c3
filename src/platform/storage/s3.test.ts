/** What becomes of calls to a service that hangs; that it keeps files is told by `app/backups-s3.test.ts`. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer as readWhole } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { isStorageAway } from "#platform/storage.ts";
import { openS3Storage } from "./s3.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A bucket at a service that answers as it is told, and is waited for as long as the tests can wait. */
async function openAt(service: RequestListener) {
  const server = createServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close().closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: "key", secretAccessKey: "secret" };
  return openS3Storage({ bucket: "pictures", endpoint, ...keys }, { answer: 500, piece: 200 });
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
    });
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
    expect(performance.now() - began).toBeLessThan(1500);
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
