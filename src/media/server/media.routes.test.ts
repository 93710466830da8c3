import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { openResponseCache } from "#platform/http/response-cache.ts";
import { type App, createHttpServer } from "#platform/http/server.ts";
import { createLogger } from "#platform/log.ts";
import { openDiskStorage } from "#platform/storage/disk.ts";
import type { Storage } from "#platform/storage.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mountMedia } from "./media.routes.ts";

const hash = "0123456789abcdef".repeat(2);
const variant = `/media/${hash}-400.webp`;
const preview = "/media/preview-42.jpg";

let database: TestDatabase;
let folder: string;
let storage: Storage;
let app: App;

async function serve(files: Storage): Promise<App> {
  const config = readConfig({});
  const server = await createHttpServer(config, createLogger("silent"));
  const credit = { author: "Ana", path: "/prompts/42", keys: ["prompt-42"] };
  const owners = { findShown: async () => credit, findShownOf: async () => ({ hash, credit }) };
  const { db, batchedReads } = database;
  mountMedia(
    server,
    { config, storage: files, db, batchedReads, responseCache: openResponseCache() },
    owners,
  );
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
  storage = await openDiskStorage(folder);
  await storage.put(`${hash}-400.webp`, Buffer.from("a picture"), "image/webp");
  await storage.put("preview-42.jpg", Buffer.from("a preview"), "image/jpeg");
  await storage.put("secret.key", Buffer.from("secret"), "text/plain");
  app = await serve(storage);
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

test("GET /media/{hash}-{width}.webp answers the picture, for a day", async () => {
  const answer = await app.inject(variant);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe("a picture");
  expect(answer.headers).toMatchObject({
    "content-type": "image/webp",
    "content-length": "9",
    "cache-control": "public, max-age=86400",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    etag: expect.stringMatching(/^"[\w-]+"$/),
  });
});

test("GET /media/preview-{id}.jpg answers the link preview, which other sites may show", async () => {
  const answer = await app.inject(preview);
  expect(answer.body).toBe("a preview");
  expect(answer.headers).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=86400",
    "cross-origin-resource-policy": "cross-origin",
  });
});

test("HEAD answers the same without the picture", async () => {
  const answer = await app.inject({ method: "HEAD", url: variant });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe("");
  expect(answer.headers).toMatchObject({ "content-type": "image/webp", "content-length": "9" });
});

test("a client that has the picture gets 304, until it is removed", async () => {
  await storage.put(`${hash}-800.webp`, Buffer.from("another"), "image/webp");
  const url = `/media/${hash}-800.webp`;
  const etag = (await app.inject(url)).headers.etag as string;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = await app.inject({ url, headers: { "if-none-match": known } });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe("");
    expect(answer.headers).toMatchObject({ etag, "cache-control": "public, max-age=86400" });
  }
  expect((await app.inject({ url, headers: { "if-none-match": '"other"' } })).statusCode).toBe(200);

  await storage.delete(`${hash}-800.webp`);
  expect((await app.inject({ url, headers: { "if-none-match": etag } })).statusCode).toBe(404);
});

test.each([
  `/media/${hash}-401.webp`,
  `/media/${"f".repeat(32)}-400.webp`,
  "/media/preview-43.jpg",
  "/media/secret.key",
  "/media/unfinished",
  `/media/${hash}-0400.webp`,
  `/media/${hash.toUpperCase()}-400.webp`,
  `/media/${hash}-400.webp.jpg`,
  "/media/preview--1.jpg",
  "/media/..%2f..%2fsecret.key",
  "/media/..%5csecret.key",
  `/media/${hash}-400.webp%0a`,
  `/media/${"a".repeat(250)}`,
])("GET %s is a 404 in JSON", async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ message: "Imagem não encontrada", code: "image_not_found" });
});

test("a storage that streams is passed through; a body that is not sent is destroyed", async () => {
  const bodies: Readable[] = [];
  const streaming = await serve({
    ...storage,
    async get() {
      const body = Readable.from([Buffer.from("one "), Buffer.from("two")]);
      bodies.push(body);
      return { body, size: 7, etag: '"s3"' };
    },
  });
  const answer = await streaming.inject(variant);
  expect(answer.body).toBe("one two");
  expect(answer.headers).toMatchObject({ "content-length": "7", "content-type": "image/webp" });
  const { etag } = answer.headers;
  expect(etag).toMatch(/^"s3-[\w-]+"$/);
  const known = await streaming.inject({ url: variant, headers: { "if-none-match": etag as string } });
  expect(known.statusCode).toBe(304);
  expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  await streaming.close();
});

test("of a picture that streams, HEAD reads no more than the first bytes", async () => {
  let read = 0;
  async function* pieces() {
    for (; read < 100; read++) yield Buffer.alloc(64 * 1024, 7);
  }
  const body = Readable.from(pieces());
  const streaming = await serve({ ...storage, get: async () => ({ body, size: 6_553_600, etag: '"s3"' }) });
  const answer = await streaming.inject({ method: "HEAD", url: variant });
  expect([answer.statusCode, answer.headers["content-length"]]).toEqual([200, "6553600"]);
  expect(read).toBeLessThan(10);
  await streaming.close();
});

test("a storage that fails is a 500 that reveals nothing", async () => {
  const failing = await serve({ ...storage, get: () => Promise.reject(new Error("disk on fire")) });
  const answer = await failing.inject(variant);
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain("fire");
  await failing.close();
});

describe("slow readers of large pictures", () => {
  const large = `/media/${hash}-1600.webp`;
  let slow: App;
  let sockets: Socket[];
  beforeEach(async () => {
    sockets = [];
    await storage.put(`${hash}-1600.webp`, Buffer.alloc(16_000_000, 7), "image/webp");
    slow = await serve(storage);
    await slow.listen({ port: 0, host: "127.0.0.1" });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await slow.close();
  });

  async function startReading(localAddress: string): Promise<void> {
    const { port } = slow.server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    // The head is read, and then nothing.
    socket.once("data", () => socket.pause());
    socket.write(`GET ${large} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const [head] = await once(socket, "data");
    if (String(head).startsWith("HTTP/1.1 200")) return void sockets.push(socket);
    // The hundredth request is refused while the machine is busy with others.
    socket.destroy();
    return startReading(localAddress);
  }
  /** As many as one address may have. */
  const start = (address: string) => Promise.all(Array.from({ length: 100 }, () => startReading(address)));
  const ask = (url: string, remoteAddress: string) =>
    slow.inject({ method: "GET", url, remoteAddress, headers: { accept: "application/json" } });

  test("use up their own share: others, and small pictures, are served", async () => {
    await start("127.0.0.1");
    const refused = await ask(large, "127.0.0.1");
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: "over_capacity", message: expect.any(String) });
    expect(refused.headers["retry-after"]).toBe("3");
    expect(refused.headers["cache-control"]).toContain("no-store");
    expect((await ask(variant, "127.0.0.1")).statusCode).toBe(200);
    expect((await ask(large, "203.0.113.5")).rawPayload).toHaveLength(16_000_000);

    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ask(large, "127.0.0.1")).statusCode).toBe(200);
  });

  test("make room for others where four addresses have all that there is", async () => {
    const connections = () => promisify(slow.server.getConnections.bind(slow.server))();
    for (const address of ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"]) await start(address);
    expect(await connections()).toBe(400);
    expect((await ask(large, "203.0.113.5")).rawPayload).toHaveLength(16_000_000);
    await expect.poll(connections).toBe(399);
  });
});
