/**
 * `npm run bench`: requests a second of the real site, as a ratio to a bare node:http server that sends the same bytes.
 * Both run as processes of their own, in turns within one run, because two machines or two moments do not compare.
 */
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
/** What a browser sends; the bare server is given the very bytes that this brings. */
const HEADERS = { "accept-encoding": "gzip, deflate, br", accept: "text/html,application/json" };

const targets = [
  ["home", "/"],
  ["library", "/prompts"],
  ["detail", "/prompts/1"],
  ["list JSON", "/api/prompts"],
] as const;

/** Starts the site as in production use: its own process, logs written, limits on, demo data. */
async function startSite(dataDir: string) {
  const log = openSync(join(dataDir, "site.log"), "w");
  const port = 3100 + (process.pid % 800);
  const child = spawn(process.execPath, [fileURLToPath(new URL("../../src/app/main.ts", import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: join(dataDir, "data"),
    },
    stdio: ["ignore", log, log],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return { child, origin };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the site did not start");
}

/** Starts the yardstick with the bytes and headers that the site answers. */
async function startBare(origin: string, path: string) {
  const answer = await answerOf(`${origin}${path}`);
  const child = fork(new URL("./bare-server.ts", import.meta.url));
  child.send(answer);
  const [port] = (await once(child, "message")) as [number];
  return { child, url: `http://127.0.0.1:${port}${path}` };
}

/** One answer as it crosses the wire: compressed bytes, real headers. */
async function answerOf(url: string) {
  const { request } = await import("node:http");
  const call = request(url, { headers: HEADERS }).end();
  const [response] = (await once(call, "response")) as [import("node:http").IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const headers = { ...(response.headers as Record<string, string>) };
  for (const name of ["connection", "keep-alive", "date", "transfer-encoding"]) delete headers[name];
  return { body: Buffer.concat(chunks).toString("base64"), headers };
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: HEADERS });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const dataDir = await mkdtemp(join(tmpdir(), "prompteca-bench-"));
const site = await startSite(dataDir);
const rows: Record<string, string | number>[] = [];
try {
  for (const [name, path] of targets) {
    const bare = await startBare(site.origin, path);
    await requestsPerSecond(`${site.origin}${path}`);
    await requestsPerSecond(bare.url);
    const ratios: number[] = [];
    const rates: number[] = [];
    const bareRates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const rate = await requestsPerSecond(`${site.origin}${path}`);
      const bareRate = await requestsPerSecond(bare.url);
      ratios.push(rate / bareRate);
      rates.push(rate);
      bareRates.push(bareRate);
    }
    bare.child.kill("SIGKILL");
    rows.push({
      answer: `${name} ${path}`,
      "requests/s": Math.round(median(rates)),
      "bare node:http": Math.round(median(bareRates)),
      ratio: median(ratios).toFixed(2),
      spread: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    });
  }
} finally {
  site.child.kill("SIGTERM");
  if (site.child.exitCode === null) await once(site.child, "exit");
  await rm(dataDir, { recursive: true, force: true });
}
console.log(
  `Anonymous, warm, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turns, logs and limits on:`,
);
console.table(rows);
