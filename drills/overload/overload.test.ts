/** The short form of `node drills/overload/overload.ts`: more is asked than can be answered, and readers hardly notice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { residentMegabytes } from "#bench/harness/processes.ts";
import { openReaders } from "#bench/harness/readers.ts";
import { visitorAddress } from "#bench/harness/site.ts";
import { type CrashSite, startCrashSite } from "#drills/crash/site.ts";
import { animationDataUrl, pictureDataUrl } from "#tests/support/pictures.ts";
import {
  distinctCalls,
  distinctPages,
  flood,
  logins,
  makeMembers,
  publications,
  stall,
  uploads,
} from "./attacks.ts";

/** The heap may have 160 MB; what comes and goes lies beside it. */
const MOST_MEGABYTES = 600;

const readers = openReaders();
let site: CrashSite;
let tokens: string[];
let modest: string[];
let greedy: string;

beforeAll(async () => {
  site = await startCrashSite({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
  await site.ready();
  const members = await makeMembers(site, 9);
  tokens = members.slice(0, 6);
  [greedy = "", ...modest] = members.slice(6);
});
afterAll(async () => {
  await readers.close();
  await site?.close();
});

const read = (path: string) =>
  fetch(site.origin + path, {
    headers: { accept: "text/html", ...visitorAddress(90_000) },
  });

// Above 20 s on an idle machine: what the floods were let in for, passwords and pictures, has to be worked off.
test("floods are turned away with a time to come back; readers are served, memory is bounded, and all is well after", async () => {
  expect((await read("/")).status).toBe(200);
  const stalled = stall(
    site,
    200,
    "POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n{",
  );
  // Each more than there is room for, however fast the machine is: 50 texts and 240 passwords wait at most, and sixteen
  // bodies are twice what may be read at once.
  const floods = [
    flood(site, 120, distinctPages),
    flood(site, 300, logins),
    flood(site, 16, uploads(tokens)),
  ];
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(site.pid()));
  }, 50);
  const { failures } = await readers.measure({
    origin: site.origin,
    calls: [{ method: "GET", path: "/", headers: { accept: "text/html", ...visitorAddress(90_000) } }],
    perSecond: 20,
    seconds: 2,
  });
  await Promise.all(floods.map(({ end }) => end()));
  stalled.end();
  clearInterval(sampling);

  expect(failures).toBe(0);
  for (const { statuses, unclear } of floods) {
    expect(unclear).toEqual([]);
    expect(statuses[503] ?? 0).toBeGreaterThan(0);
    expect({ ...statuses, 500: statuses[500] ?? 0, broken: statuses.broken ?? 0 }).toMatchObject({
      500: 0,
      broken: 0,
    });
  }
  expect(most).toBeLessThan(MOST_MEGABYTES);
  expect(site.starts()).toBe(1);
  await expect.poll(async () => (await read("/prompts?q=depois")).status).toBe(200);
});

test("one account that sends heavy animations waits for itself: others publish, readers read", async () => {
  const animation = await animationDataUrl(800, 600, 6);
  const greed = flood(site, 6, publications([greedy], animation));
  const others = flood(site, 1, publications(modest, await pictureDataUrl("#663399", 192, 192)));
  const { failures } = await readers.measure({
    origin: site.origin,
    calls: [{ method: "GET", path: "/", headers: { accept: "text/html", ...visitorAddress(90_001) } }],
    perSecond: 20,
    seconds: 2,
  });
  await Promise.all([others.end(), greed.end()]);
  expect(failures).toBe(0);
  expect(Object.keys(others.statuses)).toEqual(["201"]);
  expect(Object.keys(greed.statuses).sort()).toEqual(["201", "429"]);
  expect(greed.unclear).toEqual([]);
});

test("what is refused is told in Portuguese: to programs as JSON, to people as a page", async () => {
  const floods = [flood(site, 150, distinctPages), flood(site, 350, distinctCalls)];
  const ask = async (path: string, accept: string) => {
    const answer = await fetch(`${site.origin}${path}${Math.random()}`, {
      headers: { accept, ...visitorAddress(Math.floor(Math.random() * 1_000_000)) },
    });
    return { status: answer.status, text: await answer.text() };
  };
  /** The refusal for those who do not get in. */
  const told = async (path: string, accept: string) => {
    for (;;) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(path, accept)));
      const refusal = answers.find(({ status }) => status === 503);
      if (refusal) return refusal.text;
    }
  };
  const page = await told("/prompts?q=", "text/html");
  const json = await told("/api/prompts?search=", "application/json");
  await Promise.all(floods.map(({ end }) => end()));
  expect(page).toContain("<h1>Não conseguimos responder agora</h1>");
  expect(JSON.parse(json)).toEqual({
    code: "over_capacity",
    message: "O site está recebendo acessos demais neste momento. Tente novamente em alguns segundos.",
  });
});
