import { connect, type Socket } from "node:net";
import { register } from "prom-client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createKey } from "#tests/support/keys.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let port: number;
let ana: TestUser;
let bia: TestUser;
const sockets: Socket[] = [];

beforeAll(async () => {
  [ana, bia] = await Promise.all([createUser(site.ctx), createUser(site.ctx)]);
  port = Number(new URL(await site.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Calls under way of all accounts. */
async function underWay(): Promise<number> {
  const metric = await register.getSingleMetricAsString("prompteca_room_taken");
  return Math.round(3000 * Number(/room="accounts"} (\S+)/.exec(metric)?.[1]));
}

/** Begins calls that stay under way because their bodies do not end, each from an address of its own. */
async function hold(token: string, calls: number): Promise<void> {
  const before = await underWay();
  const lines = [
    "POST /api/prompts HTTP/1.1",
    "host: x",
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    "content-length: 1000",
  ];
  for (let number = 1; number <= calls; number++) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.1.${number}` });
    socket.on("error", () => undefined).write(`${lines.join("\r\n")}\r\n\r\n{`);
    sockets.push(socket);
  }
  await expect.poll(underWay).toBe(before + calls);
}

async function ask(token?: string): Promise<number> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return (await fetch(`http://127.0.0.1:${port}/api/prompts`, { headers })).status;
}

test("an account has 24 calls under way at most, from whatever addresses; nobody else waits", async () => {
  await hold(ana.token, 23);
  expect(await ask(ana.token)).toBe(200);
  await hold(ana.token, 1);
  expect(await ask(ana.token)).toBe(503);
  expect(await ask(bia.token)).toBe(200);
  expect(await ask()).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(underWay).toBe(0);
  expect(await ask(ana.token)).toBe(200);
});

test("a key's calls are its owner's, and a token that says so is not", async () => {
  const { key } = await createKey(site, ana);
  await hold(key, 24);
  expect(await ask(ana.token)).toBe(503);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(underWay).toBe(0);
  const [head, claims] = ana.token.split(".");
  const forged = `${head}.${claims}.${"a".repeat(86)}`;
  expect(await ask(forged)).toBe(200);
  expect(await underWay()).toBe(0);
});
