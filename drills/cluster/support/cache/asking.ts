/** Asks through Varnish as readers do. */
import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  /** Decoded. */
  body: Buffer;
  text: string;
  /** Whether it came from Varnish's store. */
  isHit: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** @param headers `host` too may be another one */
export async function ask(
  url: string,
  headers: OutgoingHttpHeaders = {},
  { method = "GET", body }: { method?: string; body?: string } = {},
): Promise<Answer> {
  const sent = { "accept-encoding": "br, gzip", accept: "text/html,application/json", ...headers };
  const asked = request(url, { agent, method, headers: sent, timeout: 60_000 }).end(body);
  asked.on("timeout", () => asked.destroy(new Error(`${url}: no answer in a minute`)));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const raw = await buffer(response);
  const told = response.headers as Answer["headers"];
  const decode =
    response.statusCode !== 200 || method === "HEAD" ? undefined : DECODERS[told["content-encoding"] ?? ""];
  const decoded = decode ? decode(raw) : raw;
  return {
    status: response.statusCode ?? 0,
    headers: told,
    body: decoded,
    text: decoded.toString(),
    isHit: told["x-cache"] === "HIT",
  };
}

/** Makes a call of the API. @throws when it is refused */
export async function call(
  origin: string,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
  const answer = await ask(origin + path, headers, { method, ...(body && { body: JSON.stringify(body) }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.text && JSON.parse(answer.text);
}

/** Asks until the answer comes from the store. @throws when it never does */
export async function warm(origin: string, path: string): Promise<Answer> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await ask(origin + path);
    if (answer.isHit) return answer;
  }
  throw new Error(`${path} is not kept`);
}
