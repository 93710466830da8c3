/** Load over HTTP: as many requests as a server answers in a while, and single answers as they cross the wire. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import autocannon from "autocannon";

export const CONNECTIONS = 16;

/** Headers of a browser; the bare server sends the very bytes that these bring. */
export const BROWSER = {
  "accept-encoding": "gzip, deflate, br",
  accept: "text/html,application/json",
  // Sessions that the benchmark opens are known by it, and go with it.
  "user-agent": "bench",
};

export type Call = Pick<autocannon.Request, "method" | "path" | "headers" | "body">;

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** One answer as it crosses the wire: compressed bytes, real headers. @param posted the body of a POST */
export async function fetchWire(
  url: string,
  headers: Record<string, string> = {},
  posted?: string,
): Promise<WireAnswer> {
  const method = posted === undefined ? "GET" : "POST";
  const [response] = (await once(
    request(url, { method, headers: { ...BROWSER, ...headers } }).end(posted),
    "response",
  )) as [IncomingMessage];
  const body = await buffer(response);
  const sent = { ...(response.headers as Record<string, string>) };
  for (const name of ["connection", "keep-alive", "date", "transfer-encoding"]) delete sent[name];
  return { status: response.statusCode ?? 0, headers: sent, body };
}

/**
 * Asks as fast as is answered.
 * @param options.calls what each connection asks, in turns; by the connection's number
 * @param options.expected statuses that are right; any other, or a broken connection, is an error
 * @returns how many answers, in all (`rate`: a second) and by status
 */
export async function load(
  origin: string,
  {
    calls,
    seconds,
    connections = CONNECTIONS,
    expected = [200],
  }: {
    calls: (connection: number) => Call[];
    seconds: number;
    connections?: number;
    expected?: readonly number[] | "any";
  },
) {
  let connection = 0;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: 50,
    setupClient: (client) => {
      client.setRequests(
        calls(connection++).map((call) => ({ ...call, headers: { ...BROWSER, ...call.headers } })),
      );
    },
  });
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  );
  const wrong = Object.keys(statuses).filter(
    (status) => expected !== "any" && !expected.includes(Number(status)),
  );
  if (wrong.length || result.errors) {
    const broken = result.errors ? `, ${result.errors} connections broke` : "";
    throw new Error(`answered ${JSON.stringify(statuses)} instead of ${expected}${broken}`);
  }
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { rate: answers / result.duration, answers, statuses };
}
