/** Reading from replicas: own writes are seen at once, replicas that lag or are gone fail nothing, the primary has less to do. */
import { setTimeout as delay } from "node:timers/promises";
import { type Context, type Figure, none, type Part } from "./part.ts";
import { call } from "./support/callers.ts";
import { signIn } from "./support/people.ts";
import { type Call, publishPrompt, sendDone } from "./support/sending.ts";
import { type Sites, startSites } from "./support/sites.ts";
import { type Server, STREAMING_PROGRAMS, startStreaming } from "./support/streaming.ts";
import { until } from "./support/until.ts";

const METRICS_TOKEN = "uvaia-cambuci-e-grumixama-75";
const PROMPTS = 40;
const READERS = 8;
/** Milliseconds of load of each phase. */
const PHASE = 10_000;
/** How far a delayed replica is behind. */
const DELAY = "300ms";
/** One call of so many is a like. */
const WRITES = 50;

interface Readers {
  sites: Sites;
  token: string;
  ids: number[];
}

async function openReaders(primary: Server, replicas: Server[]): Promise<Readers> {
  const sites = await startSites(2, primary.url, {
    METRICS_TOKEN,
    TRUST_PROXY: "loopback",
    ...(replicas.length > 0 && { DATABASE_REPLICA_URL: replicas.map(({ url }) => url).join(" ") }),
  });
  const { access_token: token } = await signIn(sites.place, `autora${replicas.length}`);
  const ids: number[] = [];
  for (let number = 0; number < PROMPTS; number++) {
    const fields = {
      title: `Um prompt de número ${number} sobre o mar`,
      content: `Escreva ${number} versos sobre o mar, com calma e com exemplos.`,
      llm_type_id: 1 + (number % 3),
    };
    ids.push(await publishPrompt(sites.place.origin, token, fields));
  }
  return { sites, token, ids };
}

/** Statements of public reads by server, of all processes together. */
async function publicReads({ sites }: Readers): Promise<{ primary: number; replicas: number }> {
  const sum = { primary: 0, replicas: 0 };
  for (const { origin } of sites.all) {
    const text = await sendDone({ origin, path: "/metrics", token: METRICS_TOKEN });
    for (const [, server, value] of text.matchAll(
      /^prompteca_public_reads_total\{server="([^"]+)"\} (\d+)/gm,
    ))
      sum[server === "primary" ? "primary" : "replicas"] += Number(value);
  }
  return sum;
}

/** Waits until every process reads from so many replicas. */
async function untilServing({ sites }: Readers, count: number): Promise<void> {
  for (const { origin } of sites.all) {
    await until(`${count} replicas are read from`, async () => {
      const text = await sendDone({ origin, path: "/metrics", token: METRICS_TOKEN });
      return [...text.matchAll(/^prompteca_replica_serves\{[^}]*\} 1$/gm)].length === count;
    });
  }
}

/** Calls of readers: many addresses, so that the response cache has few of them, and now and then a like. */
function mix({ sites, token, ids }: Readers): (caller: number, number: number) => Call {
  const paths = [
    (n: number) => `/prompts/${ids[n % ids.length]}`,
    (n: number) => `/api/prompts?search=mar+${n % 997}`,
    (n: number) => `/api/prompts?limit=12&page=${1 + (n % 3)}&orderBy=newest`,
    (n: number) => `/api/prompts/${ids[n % ids.length]}/related`,
    (n: number) => `/prompts?q=versos+${n % 991}`,
    () => "/",
    (n: number) => `/api/prompts?llmTypeId=${1 + (n % 3)}`,
    () => "/feed.xml",
    () => "/sitemaps/prompts-1.xml",
  ];
  return (_caller, number) => {
    const origin = sites.all[number % sites.all.length]?.origin ?? "";
    if (number % WRITES === 0) {
      const path = `/api/prompts/${ids[number % ids.length]}/like`;
      return { origin, path, method: "POST", token, body: { liked: number % 2 === 0 } };
    }
    return { origin, path: paths[number % paths.length]?.(number) ?? "/" };
  };
}

/** Edits again and again, and reads at once what was written: by the process that wrote, and by the other one. */
async function readOwnWrites(context: Context, readers: Readers, [slow, other]: Server[]): Promise<Figure[]> {
  const { sites, token, ids } = readers;
  const id = ids[0] ?? 0;
  const stale: Record<"same" | "other", string[]> = { same: [], other: [] };
  const before = await publicReads(readers);
  const tries = Number(context.options.tries);
  for (let number = 0; number < tries; number++) {
    // The second one stands still in the middle of it.
    if (number === Math.floor(tries * 0.4)) await other?.ask("select pg_wal_replay_pause()");
    if (number === Math.floor(tries * 0.6)) await other?.ask("select pg_wal_replay_resume()");
    const title = `Um título de número ${number} sobre o mar`;
    const [writing, reading] = [sites.all[number % 2], sites.all[(number + 1) % 2]].map(
      (site) => site?.origin ?? "",
    );
    await sendDone({
      origin: writing ?? "",
      path: `/api/prompts/${id}`,
      method: "PATCH",
      token,
      body: { title },
    });
    // Signed in or not, as a page, in a list.
    const asked = [
      { path: `/api/prompts/${id}` },
      { path: `/api/prompts/${id}`, token },
      { path: `/prompts/${id}` },
      { path: "/api/prompts?orderBy=newest&limit=50" },
    ];
    const ways = [
      ["same", writing],
      ["other", reading],
    ] as const;
    for (const [way, origin] of ways) {
      const found = await Promise.all(asked.map((each) => sendDone({ origin: origin ?? "", ...each })));
      for (const [index, text] of found.entries())
        if (!text.includes(title)) stale[way].push(`${number}: ${asked[index]?.path}`);
    }
  }
  const after = await publicReads(readers);
  const served = after.replicas - before.replicas;
  const share = served / (served + after.primary - before.primary);
  for (const fault of [...stale.same, ...stale.other].slice(0, 10)) context.tell(`stale: ${fault}`);
  context.tell(`${slow?.name} was ${DELAY} late all the time, ${other?.name} stood still for a fifth of it`);
  return [
    { name: "own writes read at once", value: `${tries} tries, 4 reads in each of 2 processes` },
    none("stale in the process that wrote", stale.same.length),
    none("stale in the other process", stale.other.length),
    { name: "of these reads, by replicas", value: `${Math.round(100 * share)}%` },
  ];
}

/** Kills one replica and lets the other hang, under load. */
async function loseReplicas(
  context: Context,
  readers: Readers,
  [first, second]: [Server, Server],
): Promise<Figure[]> {
  const during = async (what: string, work: () => Promise<unknown>): Promise<Figure[]> => {
    const { failed, answered, most } = await call(READERS, mix(readers), async () => {
      await delay(1000);
      await work();
    });
    for (const fault of failed.slice(0, 5)) context.tell(fault);
    return [
      none(`reads failed: ${what}`, failed.length),
      { name: "  answered, the slowest", value: `${answered}, ${(most / 1000).toFixed(1)} s` },
    ];
  };
  const figures = [
    ...(await during("a replica killed, then back", async () => {
      await first.kill();
      await delay(3000);
      await first.start();
      await untilServing(readers, 2);
    })),
    ...(await during("a replica hangs, then goes on", async () => {
      await second.pause(true);
      await delay(6000);
      await second.pause(false);
      await untilServing(readers, 2);
    })),
    ...(await during("both hang", async () => {
      await Promise.all([first.pause(true), second.pause(true)]);
      await delay(5000);
      await Promise.all([first.pause(false), second.pause(false)]);
    })),
  ];
  await untilServing(readers, 2);
  return figures;
}

interface Work {
  answered: number;
  /** The primary's, for a thousand answers. */
  transactions: number;
  seconds: number;
}

async function measure(readers: Readers, primary: Server): Promise<Work> {
  const look = async () => {
    // PostgreSQL publishes a connection's counts once a second.
    await delay(1500);
    const [row] = await primary.ask<{ n: string }>(
      "select xact_commit + xact_rollback as n from pg_stat_database where datname = 'prompteca'",
    );
    return { transactions: Number(row?.n), seconds: await primary.processorTime() };
  };
  await call(READERS, mix(readers), () => delay(2000));
  const before = await look();
  const { answered, failed } = await call(READERS, mix(readers), () => delay(PHASE));
  if (failed.length > 0) throw new Error(failed[0]);
  const after = await look();
  const per = (value: number) => (1000 * value) / answered;
  return {
    answered,
    transactions: per(after.transactions - before.transactions),
    seconds: per(after.seconds - before.seconds),
  };
}

function compare(without: Work, beside: Work): Figure[] {
  const fall = (key: "transactions" | "seconds") => Math.round(100 * (1 - beside[key] / without[key]));
  return [
    { name: "reads answered in 10 s, without and with", value: `${without.answered}, ${beside.answered}` },
    {
      name: "primary: transactions for 1,000 answers",
      value: `${Math.round(without.transactions)} → ${Math.round(beside.transactions)} (−${fall("transactions")}%)`,
      target: "−50%",
      met: fall("transactions") >= 50,
    },
    {
      name: "primary: processor time for 1,000 answers",
      value: `${without.seconds.toFixed(2)} s → ${beside.seconds.toFixed(2)} s (−${fall("seconds")}%)`,
      target: "−50%",
      met: fall("seconds") >= 50,
    },
  ];
}

export const part: Part = {
  name: "replicas",
  needs: STREAMING_PROGRAMS,
  options: { tries: "1000" },
  async run(context) {
    const [primary, ...replicas] = await startStreaming(context, 2);
    const [first, second] = replicas as [Server, Server];
    context.tell("a primary and two replicas run");
    const alone = await openReaders(primary, []);
    const without = await measure(alone, primary).finally(alone.sites.close);
    const readers = await openReaders(primary, replicas);
    try {
      await untilServing(readers, 2);
      const compared = compare(without, await measure(readers, primary));
      context.tell("measured without and with replicas");
      const lost = await loseReplicas(context, readers, [first, second]);
      await first.ask(`alter system set recovery_min_apply_delay = '${DELAY}'`);
      await first.ask("select pg_reload_conf()");
      return [...compared, ...lost, ...(await readOwnWrites(context, readers, replicas))];
    } finally {
      await readers.sites.close();
    }
  },
};
