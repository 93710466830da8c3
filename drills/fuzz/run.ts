/** Sends malformed requests to a site and tells what was wrong about its answers. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type Broken, broken } from "./broken.ts";
import { type Actor, type ApiDocument, type Call, calls, mcpCall, operationsOf } from "./calls.ts";
import { openChecks } from "./checks.ts";
import { KNOWN_PICTURE, KNOWN_PROMPT, KNOWN_USER } from "./values.ts";
import { exchange } from "./wire.ts";

/** The site's part of a run. */
export interface Target {
  port: number;
  /** As its links name it. */
  origin: string;
  /** Access tokens of sessions that are open, opened anew where a request has closed them. */
  tokens(): Promise<Record<Exclude<Actor, "nobody">, string>>;
}

export interface Fault {
  /** Number of the request among those of the seed. */
  number: number;
  what: string;
  /** The request, its beginning at least. */
  request: string;
}

export interface Report {
  requests: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  faults: Fault[];
}

/** Requests under way at once. */
const TOGETHER = 16;
/** Requests between two looks whether sessions are still open. */
const CHUNK = 200;
/** One in so many requests is broken as HTTP. */
const BROKEN_ONE_IN = 8;

type Request = { call: Call; broken?: never } | { broken: Broken; call?: never };

/** The patterns of the site's pages, out of its route table, which only a build can run. */
function pagePatterns(): string[] {
  const source = readFileSync(new URL("../../src/app/routes.ts", import.meta.url), "utf8");
  return [...source.matchAll(/\bat\("(\/[^"]*)"/g)].map(([, pattern = ""]) => pattern);
}

/** The first line and the headers of a call, and its body. */
function bytesOf({ method, target, headers, body, encoding }: Call, port: number): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, `host: localhost:${port}`, "connection: close"];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  const content = body === undefined ? undefined : Buffer.from(body, encoding);
  if (content) lines.push(`content-length: ${content.length}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return content ? Buffer.concat([head, content]) : head;
}

interface Known {
  prompts: string[];
  users: string[];
  pictures: string[];
}

async function readKnown(origin: string): Promise<Known> {
  const answer = await fetch(`${origin}/api/prompts?limit=20&orderBy=newest`);
  const { data } = (await answer.json()) as {
    data: { id: number; user_id: string; thumbnail_url: string }[];
  };
  return {
    prompts: data.map(({ id }) => String(id)),
    users: data.map(({ user_id }) => user_id),
    pictures: data.map(({ thumbnail_url }) => thumbnail_url.replace("/media/", "")),
  };
}

/** Puts ids that exist in the place of what stands for them: which one, the number of the request decides. */
function fillIn(call: Call, known: Known, token: string | undefined, number: number): Call {
  const one = (of: string[]) => of[number % of.length] ?? "1";
  const fill = (text: string) =>
    text
      .replaceAll(KNOWN_PROMPT, () => one(known.prompts))
      .replaceAll(KNOWN_USER, () => one(known.users))
      .replaceAll(KNOWN_PICTURE, () => one(known.pictures));
  const isOwn = call.headers.some(([name]) => name === "authorization");
  return {
    ...call,
    target: fill(call.target),
    body: call.body && fill(call.body),
    headers: token && !isOwn ? [...call.headers, ["authorization", `Bearer ${token}`]] : call.headers,
  };
}

/**
 * @param options.seed the same seed makes the same requests, but for the ids that the site has
 * @param options.onlyMcp sends messages to the MCP server alone
 * @param options.afterEach told how many requests were sent so far
 */
export async function fuzz(
  target: Target,
  {
    seed,
    requests,
    onlyMcp = false,
    afterEach,
  }: {
    seed: number;
    requests: number;
    onlyMcp?: boolean;
    afterEach?: (sent: number) => Promise<void>;
  },
): Promise<Report> {
  const { port } = target;
  const local = `http://127.0.0.1:${port}`;
  const document = (await (await fetch(`${local}/api/openapi.json`)).json()) as ApiDocument;
  const called = onlyMcp ? mcpCall : calls(operationsOf(document), pagePatterns());
  const arbitrary: fc.Arbitrary<Request> = fc.oneof(
    { weight: BROKEN_ONE_IN - 1, arbitrary: called.map((call) => ({ call })) },
    { weight: onlyMcp ? 0 : 1, arbitrary: broken.map((request) => ({ broken: request })) },
  );
  const checks = openChecks(target.origin);
  const report: Report = { requests: 0, statuses: {}, faults: [] };

  async function send(request: Request, number: number, known: Known, tokens: Record<string, string>) {
    const call = request.call && fillIn(request.call, known, tokens[request.call.actor], number);
    const bytes = call ? bytesOf(call, port) : Buffer.from(request.broken?.bytes ?? "", "latin1");
    const found = await exchange(port, bytes, {
      isHead: call ? call.method === "HEAD" : false,
      isComplete: call !== undefined,
    });
    for (const { status } of found.answers) report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    const wrong = call ? checks.call(call, found) : checks.broken(request.broken as Broken, found);
    const shown = `${call ? call.actor : request.broken?.name}: ${bytes.toString("latin1", 0, 700)}`;
    for (const what of wrong) report.faults.push({ number, what, request: shown });
  }

  for (let start = 0; start < requests; start += CHUNK) {
    const count = Math.min(CHUNK, requests - start);
    // A seed of its own for each part, so that not all of them lie in memory.
    const batch = fc.sample(arbitrary, { seed: seed + start, numRuns: count });
    const [known, tokens] = await Promise.all([readKnown(local), target.tokens()]);
    let next = 0;
    const sender = async () => {
      for (let i = next++; i < batch.length; i = next++) {
        await send(batch[i] as Request, start + i, known, tokens);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, sender));
    report.requests += count;
    await afterEach?.(report.requests);
  }
  return report;
}

/** Faults that are the same, once each, with how often they came and the first request that met them. */
export function summarize(faults: Fault[]): string {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = fault.what.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{3,}/g, "…");
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()]
    .map((group) => {
      const [{ what, number, request } = { what: "", number: 0, request: "" }] = group;
      return `${group.length} × ${what}\n  first: request ${number}, ${request.replace(/\r\n/g, "\n    ")}`;
    })
    .join("\n");
}
