/** PgBouncer in session mode between the site and PostgreSQL: 200 callers on 20 sessions, beside the same without it. */
import { setTimeout as delay } from "node:timers/promises";
import { type Context, type Figure, none, type Part } from "./part.ts";
import { type Calls, call } from "./support/callers.ts";
import { signIn } from "./support/people.ts";
import { startPooler } from "./support/pooler.ts";
import { type Call, publishPrompt } from "./support/sending.ts";
import { type Sites, startSites } from "./support/sites.ts";
import { type Server, STREAMING_PROGRAMS, startStreaming } from "./support/streaming.ts";

const CALLERS = 200;
const SESSIONS = 20;
/**
 * For each of two processes: 8 for requests and 2 for small reads go through PgBouncer, 4 past it (docs/cluster.md).
 */
const POOL_SIZE = "14";
const PHASE = 10_000;

async function startPgBouncer(context: Context, server: Server): Promise<string> {
  const [secret] = await server.ask<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname = 'prompteca'`,
  );
  const pooler = { name: "pgbouncer", databaseUrl: server.url, user: secret?.line ?? "" };
  return (await startPooler(context, pooler)).url;
}

/** Anonymous and signed-in reads, and likes. Most of them reach the database. */
function mix({ all }: Sites, token: string, id: number): (caller: number, number: number) => Call {
  return (_caller, number) => {
    const origin = all[number % all.length]?.origin ?? "";
    if (number % 10 === 0) {
      const body = { liked: number % 20 === 0 };
      return { origin, path: `/api/prompts/${id}/like`, method: "POST", token, body };
    }
    if (number % 2 === 0) return { origin, path: "/api/prompts?limit=12", token };
    return { origin, path: `/api/prompts?search=mar+${number}` };
  };
}

interface Measured extends Calls {
  /** Most sessions of requests at the server at once. */
  sessions: number;
}

async function measure(context: Context, server: Server, pooler: string | undefined): Promise<Measured> {
  const sites = await startSites(2, pooler ?? server.url, {
    ...(pooler && { DATABASE_DIRECT_URL: server.url }),
    DATABASE_POOL_SIZE: POOL_SIZE,
    TRUST_PROXY: "loopback",
  });
  try {
    const { access_token: token } = await signIn(sites.place, pooler ? "paula" : "pedro");
    const id = await publishPrompt(sites.place.origin, token);
    const next = mix(sites, token, id);
    let sessions = 0;
    const calls = await call(CALLERS, next, async () => {
      for (const end = performance.now() + PHASE; performance.now() < end; await delay(250)) {
        const [row] = await server.ask<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where usename = 'prompteca' and application_name in ('prompteca', '')",
        );
        sessions = Math.max(sessions, row?.n ?? 0);
      }
    });
    for (const fault of calls.failed.slice(0, 5)) context.tell(fault);
    return { ...calls, sessions };
  } finally {
    await sites.close();
  }
}

const timesOf = ({ median, p99, most }: Calls) =>
  `${Math.round(median)} ms median, ${Math.round(p99)} ms p99, ${Math.round(most)} ms most`;

export const part: Part = {
  name: "pgbouncer",
  needs: [...STREAMING_PROGRAMS, "pgbouncer"],
  async run(context): Promise<Figure[]> {
    const [server] = await startStreaming(context, 0);
    const direct = await measure(context, server, undefined);
    context.tell("measured without PgBouncer");
    const pooled = await measure(context, server, await startPgBouncer(context, server));
    return [
      none(`${CALLERS} callers through PgBouncer: failed calls`, pooled.failed.length),
      {
        name: "most sessions for them at the server",
        value: String(pooled.sessions),
        target: String(SESSIONS),
        met: pooled.sessions <= SESSIONS,
      },
      { name: "answered in 10 s through PgBouncer", value: String(pooled.answered) },
      { name: "  time to answer", value: timesOf(pooled) },
      none("without it: failed calls", direct.failed.length),
      { name: "answered in 10 s without it", value: String(direct.answered) },
      { name: "  time to answer", value: timesOf(direct) },
    ];
  },
};
