/**
 * `npm run test:overload [-- NAME,NAME]`: each flood in turn, what readers notice of it and what it costs in memory. Ends with 1
 * when a reader was refused or never answered, a refusal said nothing clear, or the site had to be started again.
 */
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "#bench/harness/figures.ts";
import { residentMegabytes } from "#bench/harness/processes.ts";
import { openReaders, type PaceResult } from "#bench/harness/readers.ts";
import { visitorAddress } from "#bench/harness/site.ts";
import { startCrashSite } from "#drills/crash/site.ts";
import { animationDataUrl, pictureDataUrl } from "#tests/support/pictures.ts";
import {
  distinctCalls,
  distinctPages,
  flood,
  logins,
  makeMembers,
  publications,
  registrations,
  stall,
  uploads,
} from "./attacks.ts";

const SECONDS = Number(process.env.SECONDS ?? 8);
const site = await startCrashSite({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
await site.ready();
const members = await makeMembers(site, 18);
const tokens = members.slice(0, 12);
const [greedy = "", ...modest] = members.slice(12);
const png = await pictureDataUrl("#336699", 1600, 1200);
for (let number = 0; number < 12; number++) {
  const answer = await fetch(`${site.origin}/api/prompts`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[0]}` },
    body: JSON.stringify({
      title: `Flood prompt ${number}`,
      content: "Um conteúdo comprido o bastante.",
      llm_type_id: 1,
      thumbnail_url: png,
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
console.log("prepared");

const readers = openReaders();
/** Readers who open the home page, and lists that are computed for them. */
function read(): Promise<PaceResult> {
  const call = (path: string) => ({
    method: "GET" as const,
    path,
    headers: { accept: "text/html", ...visitorAddress(50_000) },
  });
  const calls = Array.from({ length: 14 }, (_, number) =>
    call(number % 2 ? "/" : `/prompts?sort=newest&page=${number}`),
  );
  return readers.measure({ origin: site.origin, calls, perSecond: 20, seconds: SECONDS });
}

interface Attack {
  end(): Promise<void> | void;
  told(): string;
  /** Refusals without a time to come back, or without words. */
  unclear?: readonly string[];
}

async function scenario(name: string, begin: () => Attack) {
  const { starts } = site;
  const before = residentMegabytes(site.pid());
  let peak = before;
  const sampling = setInterval(() => {
    try {
      peak = Math.max(peak, residentMegabytes(site.pid()));
    } catch {}
  }, 100);
  const attack = begin();
  await delay(500);
  const { milliseconds, failures } = await read();
  const told = `${milliseconds.length} readers, ${failures} refused, p50 ${percentile(milliseconds, 0.5).toFixed(0)} p99 ${percentile(milliseconds, 0.99).toFixed(0)} ms`;
  const ending = performance.now();
  await attack.end();
  const drained = performance.now() - ending;
  const back = await site.ready();
  clearInterval(sampling);
  if (failures > 0 || starts() > 1 || attack.unclear?.length) process.exitCode = 1;
  console.log(
    `${name}: ${attack.told()}; ${told}; ${before.toFixed(0)} -> ${peak.toFixed(0)} MB; drained ${drained.toFixed(0)} ms, ready ${back.toFixed(0)} ms; starts ${starts()}`,
  );
}
const flooding = (connections: number, call: Parameters<typeof flood>[2]) => () => {
  const attack = flood(site, connections, call);
  return {
    end: attack.end,
    unclear: attack.unclear,
    told: () =>
      `${JSON.stringify(attack.statuses)} slowest ${attack.slowest.toFixed(0)} ms unclear ${attack.unclear.length}`,
  };
};
const heavy = await animationDataUrl(1600, 1000, 10);
/** One account sends animations as heavy as may be; others publish small pictures meanwhile, one at a time. */
function animating(): Attack {
  const greed = flood(site, 6, publications([greedy], heavy));
  const others = flood(site, 1, publications(modest, png));
  const { unclear } = greed;
  return {
    unclear,
    async end() {
      await Promise.all([greed.end(), others.end()]);
      if (Object.keys(others.statuses).some((status) => status !== "201"))
        unclear.push("another was refused");
    },
    told: () =>
      `${JSON.stringify(greed.statuses)}, others ${JSON.stringify(others.statuses)} slowest ${others.slowest.toFixed(0)} ms`,
  };
}
const stalling = (connections: number, head: string) => () => {
  const attack = stall(site, connections, head);
  return { end: attack.end, told: () => `${connections} connections, ${attack.ended()} ended` };
};

const only = process.argv[2];
const all: [string, () => Promise<void>][] = [
  ["calm", () => scenario("calm", () => ({ end: () => {}, told: () => "" }))],
  ["pages", () => scenario("distinct pages", flooding(1000, distinctPages))],
  ["calls", () => scenario("distinct calls", flooding(1000, distinctCalls))],
  ["logins", () => scenario("logins", flooding(1000, logins))],
  ["registrations", () => scenario("registrations", flooding(500, registrations))],
  ["uploads", () => scenario("uploads", flooding(40, uploads(tokens)))],
  ["animations", () => scenario("animations by one account", animating)],
  ["half", () => scenario("half headers", stalling(3000, "GET / HTTP/1.1\r\nhost: x\r\nx-a: "))],
  ["silent", () => scenario("silent", stalling(3000, ""))],
  [
    "pipelined",
    // As many requests as Node.js reads at once.
    () => scenario("pipelined", stalling(1000, "GET /prompts HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1600))),
  ],
  [
    "readers",
    async () => {
      const { data } = (await (await fetch(`${site.origin}/api/prompts`)).json()) as {
        data: { image: { srcset: string } }[];
      };
      const paths = data.map(({ image }) => image.srcset.split(", ").at(-1)?.split(" ")[0]);
      await scenario(
        "slow readers",
        stalling(
          1000,
          paths
            .concat(paths)
            .map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
            .join(""),
        ),
      );
    },
  ],
];
// Calm comes first whatever is asked for: readers of what many read have been there before a flood begins.
for (const [name, run] of all) if (!only || ["calm", ...only.split(",")].includes(name)) await run();
await site.close();
process.exit();
