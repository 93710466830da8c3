import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
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
  const taken = [...metric.matchAll(/room="(?:accounts|sessions)"} (\S+)/g)].map(([, share]) =>
    Number(share),
  );
  return Math.round(3000 * taken.reduce((sum, share) => sum + share, 0));
}

/** Begins a call that stays under way because its body does not end, from an address of its own. */
function begin(token: string, number: number, path = "/api/prompts"): void {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: x",
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    "content-length: 1000",
  ];
  const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.1.${number}` });
  socket.on("error", () => undefined).write(`${lines.join("\r\n")}\r\n\r\n{`);
  sockets.push(socket);
}

async function hold(token: string, calls: number): Promise<void> {
  const before = await underWay();
  for (let number = 1; number <= calls; number++) begin(token, number);
  // Each for four reads.
  await expect.poll(underWay).toBe(before + 4 * calls);
}

async function ask(token?: string): Promise<number> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return (await fetch(`http://127.0.0.1:${port}/api/prompts`, { headers })).status;
}

async function letGo(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(underWay).toBe(0);
}

test("an account has six writes or 24 reads under way, its session one or four more, from whatever addresses; nobody else waits", async () => {
  await hold(ana.token, 6);
  expect(await ask(ana.token)).toBe(200);
  await hold(ana.token, 1);
  expect(await ask(ana.token)).toBe(503);
  expect(await ask(bia.token)).toBe(200);
  expect(await ask()).toBe(200);
  await letGo();
  expect(await ask(ana.token)).toBe(200);
});

test("a message to the MCP server counts as a read", async () => {
  begin(ana.token, 1, "/mcp");
  await expect.poll(underWay).toBe(1);
  await letGo();
});

test("who has taken a session or a key uses up nothing of another session", async () => {
  const { key } = await createKey(site, ana);
  await hold(ana.token, 7);
  await hold(key, 1);
  expect([await ask(ana.token), await ask(key)]).toEqual([503, 503]);
  const { access_token } = (await site.logIn(ana.email)).json();
  expect(await ask(access_token)).toBe(200);
  await hold(access_token, 1);
  expect(await ask(access_token)).toBe(503);
  await letGo();
});

test("an account has four writes more in all sessions together, however many it has", async () => {
  const tokens = [];
  for (let number = 0; number < 6; number++)
    tokens.push((await site.logIn(ana.email)).json().access_token as string);
  await hold(ana.token, 6);
  for (const token of tokens.slice(0, 4)) await hold(token, 1);
  expect(await ask(tokens[4])).toBe(503);
  expect(await ask(bia.token)).toBe(200);
  await letGo();
  expect(await ask(tokens[5])).toBe(200);
});

test("a token that is not signed takes nothing", async () => {
  const [head, claims] = ana.token.split(".");
  expect(await ask(`${head}.${claims}.${"a".repeat(86)}`)).toBe(200);
  expect(await underWay()).toBe(0);
});

test("who goes while the key is being checked leaves nothing behind", async () => {
  const { key } = await createKey(site, ana);
  const connections = () => promisify(site.app.server.getConnections.bind(site.app.server))();
  site.app.server.closeIdleConnections();
  await expect.poll(connections).toBe(0);
  const other = await site.ctx.pool.connect();
  try {
    await other.query("begin; lock table api_keys in access exclusive mode");
    for (let number = 1; number <= 5; number++) begin(key, number);
    await expect.poll(connections).toBe(5);
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBeGreaterThan(0);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(connections).toBe(0);
  } finally {
    await other.query("rollback");
    other.release();
  }
  expect(await ask(key)).toBe(200);
  expect(await underWay()).toBe(0);
});
