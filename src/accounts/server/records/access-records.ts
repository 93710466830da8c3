/** Keeps records of access as Marco Civil da Internet, art. 15, asks (decision 19): who changed what, when, from where. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { isValueRefused } from "#platform/database/db.ts";
import type { App } from "#platform/http/server.ts";
import { type AccessRecord, insertAccessRecords } from "./access-records.queries.ts";

/** How long records wait to be written together, in milliseconds. */
const FLUSH_MS = 1000;
/** Records in one statement. */
const MAX_RECORDS_PER_STATEMENT = 2000;
/** Records that wait for a database that is away; more would fill the memory. */
const MAX_UNWRITTEN_RECORDS = 50_000;

declare module "fastify" {
  interface FastifyRequest {
    /** Whose call it is, once that is known. */
    accountId: string | null;
    /** What the call does, where its route does several things. */
    accessAction: string | null;
  }
  interface FastifyContextConfig {
    /** Whether successful calls leave a record of access; without it those that change something do. */
    recorded?: boolean;
  }
}

/**
 * From where a request comes; behind a proxy the address is whatever the header says, and counts as unspecified if it is none.
 * Of a connection that has ended nobody knows it any more.
 */
export function addressOf({ ip = "" }: FastifyRequest): string {
  const address = ip.replace(/%.*$/, "");
  return isIP(address) ? address : "0.0.0.0";
}

function recordOf(request: FastifyRequest): AccessRecord {
  const { method, routeOptions, socket, ip } = request;
  return {
    at: new Date(),
    address: addressOf(request),
    // Behind a proxy the connection is the proxy's.
    port: (ip === socket.remoteAddress && socket.remotePort) || null,
    userId: request.accountId,
    action: request.accessAction ?? `${method} ${routeOptions.url}`,
  };
}

/** Records every successful call that changes something or hands out a session; reading leaves nothing. */
export function mountAccessRecords(app: App, { db, log }: Pick<Context, "db" | "log">): void {
  const waiting: AccessRecord[] = [];
  let writing = Promise.resolve();

  async function write() {
    let most = MAX_RECORDS_PER_STATEMENT;
    while (waiting.length > 0) {
      const together = waiting.splice(0, most);
      try {
        await insertAccessRecords(db, together);
      } catch (error) {
        if (isValueRefused(error)) {
          // One record must not keep all others waiting for ever: halves lead to it, and it goes alone.
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
  /** The message and the detail of PostgreSQL's error could hold the record itself. */
  function reportRefused(record: AccessRecord | undefined, error: unknown) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    log.error({ code, constraint, action: record?.action }, "a record of access was refused and is lost");
  }
  /** One after the other: what cannot be written yet is not taken twice. */
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
      if (request.routeOptions.config.recorded ?? !reads) waiting.push(recordOf(request));
    }
    done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await flush();
  });
}
