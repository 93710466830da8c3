/** Three processes on one database, pictures in S3-compatible storage, behind a balancer: one is killed under load. */
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import httpProxy from "@fastify/http-proxy";
import Fastify, { type FastifyInstance } from "fastify";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "#seeds/pictures/random.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { freePort } from "#tests/support/free-port.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import { createActor } from "./actor.ts";
import { openLedger } from "./ledger.ts";
import { type CrashSite, startCrashSite } from "./site.ts";

const PROCESSES = 3;

let folder: string;
let bucket: S3rver;
let database: TestDatabase;
let mails: SmtpServer;
let sites: CrashSite[];
let balancer: FastifyInstance;
let origin: string;

/** Sends each request to the next process that is ready, and what may be repeated to another one when one is gone. */
async function startBalancer(): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 10_000_000 });
  const away = new Set<string>();
  let turn = 0;
  const next = () => {
    const there = sites.filter((site) => !away.has(site.origin));
    return ((there.length > 0 ? there : sites)[turn++ % Math.max(1, there.length)] as CrashSite).origin;
  };
  await app.register(httpProxy, {
    upstream: "",
    replyOptions: {
      getUpstream: next,
      onError(reply, { error }) {
        if (reply.request.method === "GET") return void reply.from(next() + reply.request.url);
        reply.code(502).send({ message: error.message });
      },
    },
  });
  const looking = setInterval(() => {
    for (const site of sites) {
      fetch(`${site.origin}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => (ok ? away.delete(site.origin) : away.add(site.origin)),
        () => away.add(site.origin),
      );
    }
  }, 100);
  app.addHook("onClose", () => clearInterval(looking));
  return app;
}

beforeAll(async () => {
  folder = await makeTestFolder();
  const s3Port = await freePort();
  bucket = new S3rver({
    address: "127.0.0.1",
    port: s3Port,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "pictures", configs: [] }],
  });
  await bucket.run();
  database = await createTestDatabase({ empty: true });
  mails = await startSmtpServer();
  const shared = {
    SMTP_URL: mails.url,
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret of the tests, long enough for it",
    S3_BUCKET: "pictures",
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
    TRUST_PROXY: "loopback",
    RATE_LIMITS: "on",
    PUBLIC_URL: "http://localhost:3000",
  };
  // All at once on an empty database: one migrates it, the others wait.
  sites = await Promise.all(Array.from({ length: PROCESSES }, () => startCrashSite(shared)));
  await Promise.all(sites.map((site) => site.ready()));
  balancer = await startBalancer();
  origin = await balancer.listen({ port: 0, host: "127.0.0.1" });
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await Promise.all((sites ?? []).map((site) => site.close()));
  await bucket?.close();
  await mails?.close();
  await database?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test("they start together on an empty database, and count limits together", async () => {
  const { rows } = await database.pool.query(
    "select count(*) = count(distinct name) as once from schema_migrations",
  );
  expect(rows).toEqual([{ once: true }]);
  const ask = (_: unknown, number: number) =>
    fetch(`${(sites[number % PROCESSES] as CrashSite).origin}/api/auth/check-user-exists`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" },
      body: JSON.stringify({ username: "Ana Maria", email: "ana@example.com" }),
    });
  const statuses = (await Promise.all(Array.from({ length: 45 }, ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBe(30);
  expect(statuses.filter((status) => status === 429).length).toBe(15);
});

test("one of them is killed under load: the others go on, nothing acknowledged is lost, each mail comes once or again the same", async () => {
  const ledger = openLedger();
  const pictures = await Promise.all(
    Array.from({ length: 10 }, (_, index) => pictureDataUrl(`#0${index}4466`, 120, 90)),
  );
  const actors = Array.from({ length: 8 }, (_, index) =>
    createActor({ origin, mails }, ledger, `balanced${index}`, createRandom(String(index)), pictures),
  );
  let going = true;
  const running = Promise.all(actors.map((actor) => actor.run(() => going)));
  const broken: string[] = [];
  const reading = (async () => {
    while (going) {
      for (const path of ["/", "/api/prompts"]) {
        const answer = await fetch(origin + path);
        if (!answer.ok) broken.push(`${path}: ${answer.status}`);
        await answer.arrayBuffer();
      }
      await delay(20);
    }
  })();
  await expect.poll(() => ledger.prompts.size, { timeout: 30_000 }).toBeGreaterThan(3);
  await (sites[0] as CrashSite).kill("app");
  await delay(1500);
  going = false;
  await Promise.all([running, reading]);
  expect(broken).toEqual([]);
  await (sites[0] as CrashSite).ready();

  // What one acknowledged all of them show, with its picture.
  for (const { id, there, titles } of ledger.prompts.values()) {
    for (const site of sites) {
      const answer = await fetch(`${site.origin}/api/prompts/${id}`);
      expect(there, `prompt ${id}`).toContain(answer.status === 200);
      if (!answer.ok) continue;
      const prompt = (await answer.json()) as { title: string; thumbnail_url: string };
      expect(titles).toContain(prompt.title);
      expect((await fetch(site.origin + prompt.thumbnail_url)).status).toBe(200);
    }
  }
  const promised = [...ledger.accounts.values()].filter(({ promisedMails }) => promisedMails > 0);
  expect(promised.length).toBeGreaterThan(3);
  for (const { email } of promised) {
    // What the killed one was sending is sent again by another within a minute.
    await expect
      .poll(
        () =>
          new Set(mails.received.filter(({ to }) => to.includes(email)).map(({ messageId }) => messageId))
            .size,
        {
          timeout: 75_000,
        },
      )
      .toBeGreaterThan(0);
  }
}, 150_000);
