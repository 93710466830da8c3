/** Keeps access records as Marco Civil da Internet, art. 15, requires (decision 19): account, action, time, address. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Context } from "#platform/context.ts";
import { isValueRefused } from "#platform/database/db.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import type { App } from "#platform/http/server.ts";
import { type AccessRecord, insertAccessRecords } from "./access-records.queries.ts";

/** Milliseconds that records wait to be written in a batch. */
const FLUSH_MS = 1000;
/** Records per statement. */
const MAX_RECORDS_PER_STATEMENT = 2000;
/** How often what an account does again, from the same network, is recorded in so many milliseconds. */
const MOST_ALIKE = 30;
/** The same of what is done without an account: many people may share an address. */
const MOST_ALIKE_UNKNOWN = 120;
const ALIKE_MS = 60_000;
/** Accounts' actions that are counted for that. */
const MOST_COUNTED = 20_000;
/** Records kept in memory while the database is away. */
const MAX_UNWRITTEN_RECORDS = 50_000;

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated user, once known. */
    accountId: string | null;
    /** The action, for routes with several. */
    accessAction: string | null;
  }
  interface FastifyContextConfig {
    /** Whether successful calls are recorded; by default those that change data. `named`: those that name an action. */
    recorded?: boolean | "named";
  }
}

/** The header with the port of the trusted proxy's client (deploy/, Caddyfile). */
const PORT_HEADER = "x-client-port";

/**
 * Address of a request. Behind a proxy it comes from a header; an invalid one counts as unspecified. Unknown once the
 * connection has ended.
 */
export function addressOf({ ip = "" }: FastifyRequest): string {
  const address = ip.replace(/%.*$/, "");
  return isIP(address) ? address : "0.0.0.0";
}

/**
 * Port of a request's client, which tells the many people apart who may share an address. Behind a trusted proxy it comes
 * from a header; behind two it is unknown, because the header would be of the connection between them.
 */
function portOf({ ip, ips, socket, headers }: FastifyRequest): number | null {
  if (ip === socket.remoteAddress) return socket.remotePort ?? null;
  const port = headers[PORT_HEADER];
  const isPort = ips?.length === 2 && typeof port === "string" && /^[1-9]\d{0,4}$/.test(port);
  return isPort && Number(port) <= 65_535 ? Number(port) : null;
}

function recordOf(request: FastifyRequest): AccessRecord {
  const { method, routeOptions } = request;
  return {
    at: new Date(),
    address: addressOf(request),
    port: portOf(request),
    userId: request.accountId,
    action: request.accessAction ?? `${method} ${routeOptions.url}`,
  };
}

/**
 * Records successful calls that change data or issue a session; reads are not recorded, nor what is repeated all the time.
 */
export function mountAccessRecords(app: App, { db, log }: Pick<Context, "db" | "log">): void {
  const waiting: AccessRecord[] = [];
  const alike = new LRUCache<string, { count: number }>({ max: MOST_COUNTED, ttl: ALIKE_MS });
  /** Whether the same is recorded often enough: who does it thousands of times a minute must not fill the disk. */
  function isExcessive({ userId, action, address }: AccessRecord): boolean {
    const key = `${userId} ${action} ${networkOf(address)}`;
    const counted = alike.get(key) ?? { count: 0 };
    if (counted.count === 0) alike.set(key, counted);
    counted.count++;
    return counted.count > (userId === null ? MOST_ALIKE_UNKNOWN : MOST_ALIKE);
  }
  let writing = Promise.resolve();

  async function write() {
    let most = MAX_RECORDS_PER_STATEMENT;
    while (waiting.length > 0) {
      const together = waiting.splice(0, most);
      try {
        await insertAccessRecords(db, together);
      } catch (error) {
        if (isValueRefused(error)) {
          // A record that cannot be inserted must not block the others: bisect the batch and drop it alone.
          if (together.length > 1) waiting.unshift(...together);
          else reportRefused(together[0], error);
          most = together.length > 1 ? Math.ceil(together.length / 2) : MAX_RECORDS_PER_STATEMENT;
          continue;
        }
        waiting.unshift(...together);
        const lost = waiting.splice(MAX_UNWRITTEN_RECORDS).length;
        return log.warn({ err: error, lost }, "records of access wait for the database");
      }
    }
  }
  /** Only the code: message and detail of PostgreSQL's error may contain the record. */
  function reportRefused(record: AccessRecord | undefined, error: unknown) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    log.error({ code, constraint, action: record?.action }, "a record of access was refused and is lost");
  }
  /** One write at a time, so that no record is taken twice. */
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => waiting.length > 0 && flush(), FLUSH_MS);
  timer.unref();

  app.decorateRequest("accountId", null);
  app.decorateRequest("accessAction", null);
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const reads = method === "GET" || method === "HEAD" || method === "OPTIONS";
    if (reply.statusCode < 400 && !(reads && request.accountId === null)) {
      const { recorded = !reads } = request.routeOptions.config;
      const record = recordOf(request);
      if ((recorded === "named" ? request.accessAction !== null : recorded) && !isExcessive(record))
        waiting.push(record);
    }
    done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await flush();
  });
}
