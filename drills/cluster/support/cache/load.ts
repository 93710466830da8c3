/** Readers in crowds: how much of it Varnish answers, and how fast beside a file that never changes. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { median } from "#bench/harness/figures.ts";
import { fetchWire } from "#bench/harness/load.ts";
import { ANSWERS } from "#bench/rows/anonymous.ts";
import type { Figure } from "../../part.ts";
import { pathTo } from "../engines.ts";
import { ask, call, warm } from "./asking.ts";
import type { publishScene } from "./changes.ts";
import type { Front } from "./front.ts";
import { startOrigin } from "./origin.ts";

const run = promisify(execFile);
const CONNECTIONS = 16;
/** Milliseconds between two edits while readers read. */
const EDIT_EVERY = 2000;

/** The benchmark's mix, with every prompt's page and picture, while a prompt is edited again and again. */
export async function measureHits(
  front: Front,
  { author, prompt }: Awaited<ReturnType<typeof publishScene>>,
  seconds: number,
  tell: (line: string) => void,
): Promise<Figure> {
  const { rows } = await front.ctx.pool.query(
    "select id from prompts where hidden_at is null order by id desc",
  );
  const facts = { middlePage: 2, lastPage: Math.ceil(rows.length / 12), topId: rows.at(-1)?.id };
  const mix = Object.values(ANSWERS).map((path) => path(facts as never));
  const single = rows.flatMap(({ id }) => [`/prompts/${id}`, `/media/preview-${id}.jpg`]);
  const paths = [...mix, ...single];
  // As for the benchmark, readers have been there before.
  for (const path of paths) await ask(front.origin + path);
  let edits = 0;
  let asked = 0;
  const missed = new Map<string, number>();
  const editing = setInterval(() => {
    const title = `Jabuticaba de número ${++edits}`;
    void call(front.origin, "PATCH", `/api/prompts/${prompt.id}`, author.token, { title }).catch(() => {});
  }, EDIT_EVERY);
  const end = performance.now() + seconds * 1000;
  // Each reader begins elsewhere.
  const readers = Array.from({ length: CONNECTIONS }, async (_, reader) => {
    for (let at = reader * 8; performance.now() < end; at++) {
      const path = paths[at % paths.length] as string;
      const { isHit, status } = await ask(front.origin + path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      asked++;
      if (!isHit) missed.set(path, (missed.get(path) ?? 0) + 1);
    }
  });
  await Promise.all(readers).finally(() => clearInterval(editing));
  const misses = [...missed.values()].reduce((sum, times) => sum + times, 0);
  const most = [...missed].sort(([, one], [, other]) => other - one).slice(0, 5);
  tell(`missed most: ${most.map(([path, times]) => `${path} (${times})`).join(", ")}`);
  const share = 1 - misses / asked;
  return {
    name: `hits of ${asked} readers' requests, an edit every ${EDIT_EVERY / 1000} s`,
    value: `${(share * 100).toFixed(1)} %`,
    target: "95 %",
    met: share >= 0.95,
  };
}

/** As Firefox asks for a page. */
const BROWSER = [
  "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Accept-Language: pt-BR,pt;q=0.8,en-US;q=0.5,en;q=0.3",
  "Priority: u=0, i",
  "Referer: https://prompteca.example/prompts",
  "Sec-Fetch-Dest: document",
  "Sec-Fetch-Mode: navigate",
  "Sec-Fetch-Site: same-origin",
  "Sec-Fetch-User: ?1",
  "Upgrade-Insecure-Requests: 1",
  "User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
].flatMap((header) => ["-H", header]);

async function perSecond(url: string): Promise<number> {
  const args = ["-t1", `-c${CONNECTIONS}`, "-d1s", ...BROWSER, url];
  const { stdout } = await run(pathTo("wrk"), args);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** A page through our configuration, and a file of the same bytes and headers through Varnish as it comes, in turns. */
export async function measureRate(front: Front, rounds: number): Promise<Figure> {
  const page = "/prompts";
  await warm(front.origin, page);
  const { body, headers } = await fetchWire(front.origin + page);
  const kept = { ...headers, "cache-control": "public, max-age=86400", vary: "accept-encoding" };
  const plain = await startOrigin(
    front,
    "plain",
    (_request, response) => response.writeHead(200, kept).end(body),
    (port) => `vcl 4.1; backend file { .host = "127.0.0.1"; .port = "${port}"; }`,
  );
  const file = `${plain.origin}/file`;
  const ratios: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // There and back again, so that neither is always the first.
    const before = await perSecond(file);
    const first = await perSecond(front.origin + page);
    const second = await perSecond(front.origin + page);
    const after = await perSecond(file);
    ours.push(first, second);
    ratios.push((first + second) / (before + after));
  }
  plain.close();
  const ratio = median(ratios);
  const spread = ratios.map((one) => one.toFixed(2)).join(" ");
  return {
    name: `requests/s of a page of ${body.length} bytes beside a file of the same (${Math.round(median(ours))}/s; ${spread})`,
    value: ratio.toFixed(2),
    target: "0.9",
    met: ratio >= 0.9,
  };
}
