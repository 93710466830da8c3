import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { register } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { openResponseCache } from "./response-cache.ts";
import { type App, createHttpServer } from "./server.ts";

const MB = 1024 * 1024;
const TIMEOUT = 30_000;

const cache = openResponseCache();
/** More than the system buffers of what nobody reads, however much it is allowed to. */
const SIZE = 16 * MB;
const body = "a".repeat(SIZE);
let app: App;
let port: number;
let under = 0;
let late = 0;
const ended = vi.fn();
const gate = Promise.withResolvers<string>();
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await createHttpServer(readConfig({}), createLogger("silent"), { responseCache: cache });
  app.addHook("onSend", async (_request, reply) => {
    if (reply.raw.destroyed) return;
    under++;
    reply.raw.once("close", () => under--);
  });
  app.get("/own", async () => body);
  app.get<{ Params: { size: string } }>("/small/:size", async ({ params }) =>
    "a".repeat(Number(params.size) * 1024),
  );
  app.get("/shared", (request, reply) =>
    cache.send(request, reply, "shared", async () => ({ status: 200, contentType: "text/plain", body })),
  );
  app.get("/late", ({ log }) => {
    late++;
    vi.spyOn(log, "warn").mockImplementation(ended);
    return gate.promise;
  });
  app.get("/outer", async () => (await app.inject("/own")).body.length);
  port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(() => expect(under).toBe(0), TIMEOUT);
});
afterAll(() => app.close());

/** Asks from an address of this machine, and reads nothing yet. */
function ask(path: string, localAddress: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  sockets.push(socket);
  return socket;
}

async function readWhole(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  await once(socket, "close");
  return bytes;
}

test.each(["/own", "/shared"])(
  "of 16 answers of 16 MB from %s that nobody reads seven stay at most; others are answered, and may be slow",
  async (path) => {
    // From the second time on, the answer is found before its route.
    if (path === "/shared") expect(await readWhole(ask(path, "127.0.0.3"))).toBeGreaterThan(SIZE);
    const slow = ask(path, "127.0.0.2");
    await vi.waitFor(() => expect(under).toBe(1), TIMEOUT);
    for (let number = 0; number < 16; number++) ask(path, "127.0.0.1");
    // 128 MB in all.
    await vi.waitFor(() => expect(under).toBe(8), TIMEOUT);
    expect(await readWhole(ask(path, "127.0.0.4"))).toBeGreaterThan(SIZE);
    expect(await readWhole(slow)).toBeGreaterThan(SIZE);
  },
);

test("what nobody waits for any more is not counted", async () => {
  const connections = () => promisify(app.server.getConnections.bind(app.server))();
  app.server.closeIdleConnections();
  await vi.waitFor(async () => expect(await connections()).toBe(0), TIMEOUT);
  for (let number = 1; number <= 8; number++) ask("/late", `127.0.2.${number}`);
  await vi.waitFor(() => expect(late).toBe(8), TIMEOUT);
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(async () => expect(await connections()).toBe(0), TIMEOUT);
  gate.resolve(body);
  const both = [ask("/own", "127.0.0.2"), ask("/own", "127.0.0.2")];
  await vi.waitFor(() => expect(under).toBe(2), TIMEOUT);
  for (const size of await Promise.all(both.map(readWhole))) expect(size).toBeGreaterThan(SIZE);
  expect(ended).not.toHaveBeenCalled();
});

test("what has been read makes room", async () => {
  for (let number = 0; number < 10; number++)
    expect(await readWhole(ask("/own", "127.0.0.1"))).toBeGreaterThan(SIZE);
  expect(await (await fetch(`http://127.0.0.1:${port}/outer`)).json()).toBe(SIZE);
});

test.each([
  [31, 0],
  [32, 32],
])("of an answer of %i KB that nobody reads %i are counted", async (size, counted) => {
  const held = async () =>
    Number(
      /"large answers"\} (\S+)/.exec(await register.getSingleMetricAsString("prompteca_room_taken"))?.[1],
    );
  // As where the reader takes nothing, and the system's buffers are full.
  const connected = once(app.server, "connection") as Promise<[Socket]>;
  app.server.once("connection", (socket: Socket) => {
    socket.cork();
    socket.uncork = () => undefined;
  });
  ask(`/small/${size}`, "127.0.0.1");
  await vi.waitFor(() => expect(under).toBe(1), TIMEOUT);
  expect(await held()).toBe(counted / 1024 / 128);
  (await connected)[0].destroy();
});
