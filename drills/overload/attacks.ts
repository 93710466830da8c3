/** Floods of a site: each attack goes on until it is told to end, and counts its answers. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { visitorAddress } from "#bench/harness/site.ts";
import type { CrashSite } from "#drills/crash/site.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { linkIn } from "#tests/support/smtp.ts";

const PASSWORD = "jabuticaba-azul-42";

export interface Flood {
  /** Answers by status; `broken` for connections that ended without one. */
  statuses: Record<string, number>;
  /** Refusals without `Retry-After`, or not in Portuguese. */
  unclear: string[];
  /** Milliseconds of the slowest answer that was not a refusal. */
  slowest: number;
  end(): Promise<void>;
}

type Call = (number: number) => {
  path: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
};

/** Asks over so many connections at once, each again as soon as it is answered. @param call by the number of the request */
export function flood({ origin }: Pick<CrashSite, "origin">, connections: number, call: Call): Flood {
  const result: Flood = { statuses: {}, unclear: [], slowest: 0, end: async () => {} };
  let going = true;
  let number = 0;
  const count = (status: number | string) => {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  };
  async function ask(): Promise<void> {
    const { path, method = "GET", body, headers } = call(number++);
    const began = performance.now();
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: { ...(body && { "content-type": "application/json" }), ...headers },
        ...(body && { body }),
        signal: AbortSignal.timeout(120_000),
      });
      const text = await answer.text();
      count(answer.status);
      const isRefusal = answer.status === 429 || answer.status === 503;
      if (!isRefusal) result.slowest = Math.max(result.slowest, performance.now() - began);
      else {
        if (!answer.headers.get("retry-after") || !text) result.unclear.push(`${path}: ${answer.status}`);
        // Sending large bodies again and again would keep this process busier than the site.
        if (body && body.length > 1_000_000) await delay(200);
      }
    } catch {
      count("broken");
      await delay(20);
    }
  }
  const asking = Array.from({ length: connections }, async () => {
    while (going) await ask();
  });
  result.end = async () => {
    going = false;
    await Promise.all(asking);
  };
  return result;
}

/** From many addresses, unless told otherwise. */
export const distinctPages: Call = (number) => ({
  path: `/prompts?q=flood${number}`,
  headers: { ...visitorAddress(number % 5000), accept: "text/html" },
});
export const distinctCalls: Call = (number) => ({
  path: `/api/prompts?search=flood${number}`,
  headers: visitorAddress(number % 5000),
});
export const logins: Call = (number) => ({
  path: "/auth/v1/token?grant_type=password",
  method: "POST",
  body: JSON.stringify({ email: `nobody${number % 997}@example.com`, password: "errada-e-comprida" }),
  headers: visitorAddress(number % 5000),
});
export const registrations: Call = (number) => ({
  path: "/auth/v1/signup",
  method: "POST",
  body: JSON.stringify({
    email: `flood${number}@example.com`,
    password: PASSWORD,
    data: { username: `Flood ${number}` },
  }),
  headers: visitorAddress(number % 5000),
});

/** So many accounts, confirmed by their mails, whose limits are no longer those of new authors. @returns their bearer tokens */
export async function makeMembers(site: CrashSite, count: number): Promise<string[]> {
  const { origin, mails } = site;
  const post = async (path: string, body: object, number: number) =>
    (
      await fetch(origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...visitorAddress(60_000 + number) },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ access_token: string }>;
  const tokens = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const email = `uploader${number}@example.com`;
      await post(
        "/auth/v1/signup",
        { email, password: PASSWORD, data: { username: `Uploader ${number}` } },
        number,
      );
      const token_hash = linkIn(await mails.waitFor(email)).searchParams.get("token_hash");
      return (await post("/auth/v1/verify", { type: "email", token_hash }, number)).access_token;
    }),
  );
  const { path, ...first } = publications(tokens, await pictureDataUrl("#993366", 64, 64))(0);
  await fetch(origin + path, { ...first, headers: { "content-type": "application/json", ...first.headers } });
  const client = new Client(await site.database());
  await client.connect();
  await client.query(`
    update users set created_at = created_at - interval '2 days';
    insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
      select u.id, p.llm_type_id, p.title, p.content, p.image_hash, ''
      from users u, prompts p, generate_series(1, 3)`);
  await client.end();
  return tokens;
}

/** Publications of one picture, by these in turns. */
export function publications(tokens: string[], thumbnail_url: string): Call {
  const body = JSON.stringify({
    title: "Um título comum",
    content: "Um conteúdo comprido o bastante.",
    llm_type_id: 1,
    thumbnail_url,
  });
  return (number) => ({
    path: "/api/prompts",
    method: "POST",
    body,
    headers: { authorization: `Bearer ${tokens[number % tokens.length]}`, ...visitorAddress(number % 5000) },
  });
}

/** The largest pictures that may be sent, which the server must read before it can refuse them. */
export function uploads(tokens: string[]): Call {
  const bytes = Buffer.alloc(5 * 1024 * 1024 - 10, 7);
  bytes.write("\x89PNG\r\n\x1a\n", "latin1");
  return publications(tokens, `data:image/png;base64,${bytes.toString("base64")}`);
}

/** Connections that send `head` and then nothing, and read nothing. @returns how many the server has ended so far */
export function stall({ origin }: Pick<CrashSite, "origin">, connections: number, head: string) {
  const { hostname, port } = new URL(origin);
  let ended = 0;
  let atEnd: number | undefined;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.pause();
    socket.on("error", () => {});
    socket.on("close", () => ended++);
    return socket;
  });
  return {
    ended: () => atEnd ?? ended,
    end: () => {
      atEnd = ended;
      for (const socket of sockets) socket.destroy();
    },
  };
}
