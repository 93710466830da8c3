/** Readers in crowds: how much of it Varnish answers, and how fast beside a file that never changes. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { load } from "#tests/load/harness/load.ts";
import { ANSWERS } from "#tests/load/rows/anonymous.ts";
import { freePort } from "#tests/support/free-port.ts";
import type { Figure } from "../../part.ts";
import { pathTo } from "../engines.ts";
import { call, warm } from "./asking.ts";
import type { publishScene } from "./changes.ts";
import type { Front } from "./front.ts";

const run = promisify(execFile);
const CONNECTIONS = 16;
/** Milliseconds between two edits while readers read. */
const EDIT_EVERY = 2000;

/** What Varnish has counted so far. */
async function counters(working: string): Promise<Record<string, number>> {
  const { stdout } = await run(pathTo("varnishstat"), ["-1", "-n", working]);
  return Object.fromEntries(
    stdout.split("\n").map((line) => {
      const [name = "", value = "0"] = line.split(/\s+/);
      return [name, Number(value)];
    }),
  );
}

/** The benchmark's mix, with every prompt's page and picture, while a prompt is edited again and again. */
export async function measureHits(
  front: Front,
  { author, prompt }: Awaited<ReturnType<typeof publishScene>>,
  seconds: number,
): Promise<Figure> {
  const { rows } = await front.ctx.pool.query(
    "select id from prompts where hidden_at is null order by id desc",
  );
  const facts = { middlePage: 2, lastPage: Math.ceil(rows.length / 12), topId: rows.at(-1)?.id };
  const mix = Object.values(ANSWERS).map((path) => path(facts as never));
  const single = rows.flatMap(({ id }) => [`/prompts/${id}`, `/media/preview-${id}.jpg`]);
  const calls = [...mix, ...single].map((path) => ({ path }));
  const before = await counters(front.working);
  let edits = 0;
  const editing = setInterval(() => {
    const title = `Jabuticaba de número ${++edits}`;
    void call(front.origin, "PATCH", `/api/prompts/${prompt.id}`, author.token, { title }).catch(() => {});
  }, EDIT_EVERY);
  const { rate } = await load(front.origin, {
    // Each connection begins elsewhere.
    calls: (connection) => [...calls.slice(connection * 3), ...calls.slice(0, connection * 3)],
    seconds,
    connections: CONNECTIONS,
  }).finally(() => clearInterval(editing));
  const after = await counters(front.working);
  const counted = (name: string) => (after[`MAIN.${name}`] ?? 0) - (before[`MAIN.${name}`] ?? 0);
  const asked = counted("client_req");
  const share = counted("cache_hit") / asked;
  return {
    name: `hits of ${asked} readers' requests (${Math.round(rate)} a second, ${edits} edits)`,
    value: `${(share * 100).toFixed(1)} %`,
    target: "95 %",
    met: share >= 0.95,
  };
}

async function perSecond(url: string): Promise<number> {
  const args = ["-t1", `-c${CONNECTIONS}`, "-d3s", "-H", "Accept-Encoding: br", url];
  const { stdout } = await run(pathTo("wrk"), args);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A page through our configuration, and a file of its size through Varnish with none, in turns. */
export async function measureRate(front: Front, rounds: number): Promise<Figure> {
  const page = "/prompts";
  await warm(front.origin, page);
  const wire = await fetchBytes(front.origin + page);
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { "cache-control": "max-age=86400", "content-type": "text/html" })
      .end(Buffer.alloc(wire, "x"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const filePort = await freePort();
  const vcl = `vcl 4.1; backend file { .host = "127.0.0.1"; .port = "${port}"; }`;
  await front.startVarnish("plain", vcl, filePort);
  const ratios: number[] = [];
  let ours = 0;
  for (let round = 0; round < rounds; round++) {
    const file = await perSecond(`http://127.0.0.1:${filePort}/file`);
    ours = await perSecond(front.origin + page);
    ratios.push(ours / file);
  }
  server.close();
  const ratio = median(ratios);
  const spread = ratios.map((one) => one.toFixed(2)).join(" ");
  return {
    name: `requests/s of a page of ${wire} bytes beside a file of that size (${Math.round(ours)}/s; ${spread})`,
    value: ratio.toFixed(2),
    target: "0.9",
    met: ratio >= 0.9,
  };
}

/** The bytes of an answer's body on the wire. */
async function fetchBytes(url: string): Promise<number> {
  const { stdout } = await run("curl", [
    "-s",
    "-o",
    "/dev/null",
    "-H",
    "Accept-Encoding: br",
    "-w",
    "%{size_download}",
    url,
  ]);
  return Number(stdout);
}
