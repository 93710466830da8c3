/** The short form of `node tests/overload/overload.ts`: more is asked than can be answered, and readers hardly notice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CrashSite, startCrashSite } from "#tests/crash/site.ts";
import { percentile } from "#tests/load/harness/figures.ts";
import { residentMegabytes } from "#tests/load/harness/processes.ts";
import { openReaders } from "#tests/load/harness/readers.ts";
import { visitorAddress } from "#tests/load/harness/site.ts";
import {
  distinctCalls,
  distinctPages,
  type Flood,
  flood,
  logins,
  makeMembers,
  stall,
  uploads,
} from "./attacks.ts";

/** How long a reader may wait in the middle of it, and how soon all is well again, in milliseconds. */
const BOUND = 15_000;
const RECOVERY = 10_000;
/** The heap may have 192 MB; what comes and goes lies beside it. */
const MOST_MEGABYTES = 600;

const readers = openReaders();
let site: CrashSite;
let tokens: string[];

beforeAll(async () => {
  site = await startCrashSite({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
  await site.ready();
  tokens = await makeMembers(site, 6);
}, 120_000);
afterAll(async () => {
  await readers.close();
  await site?.close();
});

const read = (path: string) =>
  fetch(site.origin + path, {
    headers: { accept: "text/html", ...visitorAddress(90_000) },
    signal: AbortSignal.timeout(BOUND),
  });

test("floods are turned away with 429 or 503 and a time to come back; readers are served, memory is bounded, all is well at once after", async () => {
  expect((await read("/")).status).toBe(200);
  const stalled = stall(
    site,
    200,
    "POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n{",
  );
  const floods: [Flood, number][] = [
    [flood(site, 120, distinctPages), 503],
    [flood(site, 120, logins), 503],
    [flood(site, 8, uploads(tokens)), 503],
  ];
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(site.pid()));
  }, 50);
  const { milliseconds, failures } = await readers.measure({
    origin: site.origin,
    calls: [{ method: "GET", path: "/", headers: { accept: "text/html", ...visitorAddress(90_000) } }],
    perSecond: 20,
    seconds: 3,
  });
  await Promise.all(floods.map(([{ end }]) => end()));
  stalled.end();
  clearInterval(sampling);

  expect(failures).toBe(0);
  expect(percentile(milliseconds, 0.5)).toBeLessThan(BOUND);
  for (const [{ statuses, unclear, slowest }, refusal] of floods) {
    expect(unclear).toEqual([]);
    expect(statuses[refusal] ?? 0).toBeGreaterThan(0);
    expect(statuses[500] ?? 0).toBe(0);
    expect(slowest).toBeLessThan(2 * BOUND);
  }
  expect(most).toBeLessThan(MOST_MEGABYTES);
  expect(site.starts()).toBe(1);
  await expect.poll(async () => (await read("/prompts?q=depois")).status, { timeout: RECOVERY }).toBe(200);
}, 120_000);

test("what is refused is told in Portuguese: to programs as JSON, to people as a page", async () => {
  const floods = [flood(site, 150, distinctPages), flood(site, 350, distinctCalls)];
  const told = async (path: string, accept: string) => {
    for (;;) {
      const answer = await fetch(`${site.origin}${path}${Math.random()}`, {
        headers: { accept, ...visitorAddress(Math.floor(Math.random() * 1_000_000)) },
      });
      if (answer.status === 503) return answer.text();
      await answer.text();
    }
  };
  const page = await told("/prompts?q=", "text/html");
  const json = await told("/api/prompts?search=", "application/json");
  await Promise.all(floods.map(({ end }) => end()));
  expect(page).toContain("<h1>Voltamos já</h1>");
  expect(JSON.parse(json)).toEqual({
    code: "over_capacity",
    message: "O site está recebendo acessos demais neste momento. Tente novamente em alguns segundos.",
  });
}, 120_000);
