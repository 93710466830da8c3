/** Three processes on one database, pictures in S3-compatible storage, behind a balancer: one is killed under load. */
import httpProxy, { type FastifyHttpProxyOptions } from "@fastify/http-proxy";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Buckets, startBuckets } from "#tests/support/buckets.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { pause } from "#tests/support/pause.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createRandom } from "#tests/support/random.ts";
import { type ReceivedMail, type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import { createActor } from "./actor.ts";
import { askSome, checkSettled } from "./check.ts";
import { openLedger } from "./ledger.ts";
import { type CrashSite, startCrashSite } from "./site.ts";

const PROCESSES = 3;
const SECRET_KEY = "Zt8yQ1mF0s7VbX4kR2wL9pJc6nHd3gTe";
/** Milliseconds in which the others have done what a process left behind, once it counts as killed. */
const TAKEOVER = 20_000;

let buckets: Buckets;
let database: TestDatabase;
let mails: SmtpServer;
/** The one that the process sends to which is killed. */
let victimMails: SmtpServer;
const allMails = {
  get received(): ReceivedMail[] {
    return [...mails.received, ...victimMails.received];
  },
};
let sites: CrashSite[];
let balancer: FastifyInstance;
let origin: string;

/** Sends each request to the next process that is ready, and what may be repeated to another one when one is gone. */
async function startBalancer(): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 10_000_000 });
  const away = new Set<string>();
  const asked = new WeakMap<object, string[]>();
  let turn = 0;
  function next(request: object): string {
    const ready = sites.map(({ origin }) => origin).filter((address) => !away.has(address));
    const chosen = ready[turn++ % ready.length] ?? "http://127.0.0.1:1";
    asked.set(request, [...(asked.get(request) ?? []), chosen]);
    return chosen;
  }
  const onError: NonNullable<NonNullable<FastifyHttpProxyOptions["replyOptions"]>["onError"]> = (
    reply,
    { error },
  ) => {
    const { request } = reply;
    const tried = asked.get(request) ?? [];
    away.add(tried.at(-1) ?? "");
    if (request.method === "GET" && tried.length < PROCESSES)
      return void reply.from(request.url, { getUpstream: next, onError });
    reply.code(502).send({ message: error.message });
  };
  await app.register(httpProxy, {
    upstream: "",
    replyOptions: { getUpstream: next, onError },
  });
  const looking = setInterval(() => {
    for (const site of sites) {
      fetch(`${site.origin}/readyz`, { signal: AbortSignal.timeout(20_000) }).then(
        ({ ok }) => (ok ? away.delete(site.origin) : away.add(site.origin)),
        () => away.add(site.origin),
      );
    }
  }, 100);
  app.addHook("onClose", () => clearInterval(looking));
  return app;
}

/** Reads a page to its end. A page that the kill cut short is asked for once more, as browsers do. */
async function read(path: string): Promise<number | string> {
  for (let cut = 0; ; cut++) {
    try {
      const answer = await fetch(origin + path);
      await answer.arrayBuffer();
      return answer.status;
    } catch (error) {
      if (cut === 1) return String(error);
    }
  }
}

beforeAll(async () => {
  buckets = await startBuckets("pictures");
  const { endpoint, accessKeyId, secretAccessKey } = buckets.options("pictures");
  database = await createTestDatabase({ empty: true });
  mails = await startSmtpServer();
  victimMails = await startSmtpServer();
  const shared = {
    DATABASE_URL: database.url,
    SECRET_KEY,
    S3_BUCKET: "pictures",
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    TRUST_PROXY: "loopback",
    RATE_LIMITS: "on",
    PUBLIC_URL: "http://localhost:3000",
  };
  // All at once on an empty database: one migrates it, the others wait.
  sites = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) =>
      startCrashSite({ ...shared, SMTP_URL: index === 0 ? victimMails.url : mails.url }),
    ),
  );
  await Promise.all(sites.map((site) => site.ready()));
  balancer = await startBalancer();
  origin = await balancer.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await balancer?.close();
  await Promise.all((sites ?? []).map((site) => site.close()));
  await buckets?.close();
  await Promise.all([mails?.close(), victimMails?.close()]);
  await database?.close();
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

test("one of them is killed while it sends mails under load: the others go on, take its mails over, and nothing acknowledged is lost", async () => {
  const ledger = openLedger();
  const pictures = await Promise.all(
    Array.from({ length: 10 }, (_, index) => pictureDataUrl(`#0${index}4466`, 120, 90)),
  );
  const everybody = { origin, mails: allMails };
  const actorOf = (name: string) => createActor(everybody, ledger, name, createRandom(name), pictures);
  let going = true;
  const running = Promise.all(
    Array.from({ length: 8 }, (_, index) => actorOf(`balanced${index}`).run(() => going)),
  );
  const broken: string[] = [];
  const reading = (async () => {
    while (going) {
      for (const path of ["/", "/api/prompts"]) {
        const status = await read(path);
        if (status !== 200) broken.push(`${path}: ${status}`);
      }
      await pause(20, "readers come one after the other");
    }
  })();
  await expect.poll(() => ledger.prompts.size).toBeGreaterThan(3);

  // The first process is killed while it sends a mail to somebody who does nothing but wait for it.
  const waits = (email: string) => email.startsWith("waits");
  const held = victimMails.hold(waits);
  const heldNow = () => victimMails.received.filter(({ to }) => to.some(waits));
  for (let number = 0; heldNow().length === 0; number++) {
    expect(number, "people who sign up until the first process takes one of their mails").toBeLessThan(40);
    await actorOf(`waits${number}`).run(() => !ledger.accounts.has(`waits${number}-1@example.com`));
    await pause(50, "people sign up one after the other");
  }
  const [victim] = sites as [CrashSite];
  const cut = heldNow();
  await victim.kill("app");
  held.release();
  const atKill = allMails.received;
  // The time goes by after which a process counts as killed.
  await database.pool.query(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '20 s' where state = 'active'",
  );
  await pause(1500, "the other process takes over what was left");
  going = false;
  await Promise.all([running, reading]);
  expect(broken).toEqual([]);
  // A request under way in the killed process cannot be sent to another: the balancer says so. Nothing else goes wrong.
  expect(ledger.unclear.filter((answer) => !answer.includes(": 502 "))).toEqual([]);
  await victim.ready();

  const place = {
    ...everybody,
    database: async () => database.connection,
    files: () => buckets.keys("pictures"),
    secretKey: async () => SECRET_KEY,
  };
  const faults = await checkSettled(place, ledger, TAKEOVER);
  for (const site of sites) await askSome(site, ledger, faults);
  expect(faults).toEqual({ lost: [], half: [] });
  for (const { messageId } of cut) {
    const times = (mails: readonly ReceivedMail[]) =>
      mails.filter((mail) => mail.messageId === messageId).length;
    expect(times(allMails.received), `${messageId} comes again`).toBeGreaterThan(times(atKill));
  }
  const promised = [...ledger.accounts.values()].filter(({ promisedMails }) => promisedMails > 0);
  expect(promised.length).toBeGreaterThan(8);
});
