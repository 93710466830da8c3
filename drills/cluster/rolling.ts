/** Everything is restarted while it is used, one after the other: processes, PgBouncers, Varnishes, the database's leader. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#tests/support/free-port.ts";
import { type Context, type Figure, none, type Part } from "./part.ts";
import { DATABASE_PROGRAMS, type DatabaseCluster, startDatabaseCluster } from "./support/database-cluster.ts";
import { longestWithout, openPeople, type People, signIn } from "./support/people.ts";
import { type Pooler, startPooler } from "./support/pooler.ts";
import { publishPrompt } from "./support/sending.ts";
import { type Sites, startSites } from "./support/sites.ts";
import { until } from "./support/until.ts";
import { siteVcl, startVarnish } from "./support/varnish.ts";

const WEB = new URL("../../deploy/cluster/haproxy/web.cfg", import.meta.url);
/** Seconds in which Varnish notices that a process is about to end: two probes of a second each. */
const DRAIN_SECONDS = "4";
/** As in the part `pgbouncer`. */
const POOL_SIZE = "14";
/** Milliseconds between two steps, and in which all has to be served again. */
const PAUSE = 3000;
const GIVE_UP = 60_000;
/** Target for writes, in milliseconds. */
const WRITES_WITHIN = 30_000;

/** Parts that are rolled, and the steps. */
interface House {
  cluster: DatabaseCluster;
  sites: Sites;
  poolers: Pooler[];
  /** Restart a Varnish each, which comes back empty. */
  restartVarnish: (() => Promise<void>)[];
  origin: string;
}

const portOf = (url: string) => Number(new URL(url).port);

async function openHouse(context: Context, cluster: DatabaseCluster): Promise<House> {
  const { folder, processes } = context;
  const { username, password } = new URL(cluster.primaryUrl);
  const user = `"${username}" "${password}"`;
  const poolers = await Promise.all(
    ["pooler-1", "pooler-2"].map((name) =>
      startPooler(context, { name, databaseUrl: cluster.primaryUrl, user }),
    ),
  );
  const ports = [await freePort(), await freePort()] as const;
  const token = randomBytes(24).toString("hex");
  const sites = await startSites(2, cluster.primaryUrl, (number) => ({
    DATABASE_URL: poolers[number]?.url ?? "",
    DATABASE_DIRECT_URL: cluster.primaryUrl,
    DATABASE_REPLICA_URL: cluster.replicasUrl,
    DATABASE_POOL_SIZE: POOL_SIZE,
    DRAIN_SECONDS,
    TRUST_PROXY: "loopback",
    CACHE_PURGE_URL: ports.map((port) => `http://127.0.0.1:${port}`).join(" "),
    CACHE_PURGE_TOKEN: token,
  }));
  const vcl = await siteVcl(sites.all.map(({ origin }) => portOf(origin)));
  const restartVarnish = await Promise.all(
    ports.map(async (port, index) => {
      let starts = 0;
      const start = () =>
        startVarnish(context, { name: `varnish-${index + 1}-${++starts}`, vcl, port, token });
      let { engine } = await start();
      return async () => {
        await engine.stop();
        ({ engine } = await start());
      };
    }),
  );
  const web = await freePort();
  processes.start("haproxy", ["-f", await folder.file("web.cfg", await readFile(WEB, "utf8"))], {
    owner: folder.owner,
    log: join(folder.path, "web.log"),
    env: {
      WEB: `127.0.0.1:${web}`,
      VARNISH_1: `127.0.0.1:${ports[0]}`,
      VARNISH_2: `127.0.0.1:${ports[1]}`,
    },
  });
  const origin = `http://127.0.0.1:${web}`;
  await until("the house answers", async () => (await fetch(`${origin}/prompts`)).ok);
  return { cluster, sites, poolers, restartVarnish, origin };
}

/** Ends a process as `systemctl restart` does; its supervisor starts it again. */
async function restartSite(site: Sites["all"][number]): Promise<void> {
  const starts = site.starts();
  process.kill(site.pid(), "SIGTERM");
  await until("the process was started again", () => site.starts() > starts, { timeout: GIVE_UP });
  await site.ready();
}

type Step = [name: string, step: () => Promise<unknown>];

function stepsOf({ cluster, sites, poolers, restartVarnish }: House): Step[] {
  const each = <T>(name: string, all: readonly T[], restart: (one: T) => Promise<unknown>) =>
    all.map((one, index): Step => [`${name} ${index + 1}`, () => restart(one)]);
  return [
    ...each("process", sites.all, restartSite),
    ...each("PgBouncer", poolers, (pooler) => pooler.restart()),
    ...each("Varnish", restartVarnish, (restart) => restart()),
    ["the database's leader", () => cluster.switchOver().then(cluster.whole)],
  ];
}

/** Rolls all of it. @returns for each step the failed calls and the longest time without success, by kind of call */
async function roll({ tell }: Context, house: House, { streams }: People) {
  const steps: { name: string; failed: Map<string, number>; without: Map<string, number> }[] = [];
  for (const [name, step] of stepsOf(house)) {
    await delay(PAUSE);
    const before = streams.map(({ failed }) => failed);
    const began = performance.now();
    await step();
    const ended = performance.now();
    await until("all is served again", () => streams.every(({ served }) => (served.at(-1) ?? 0) > ended), {
      timeout: GIVE_UP,
      pause: 50,
    });
    const now = performance.now();
    const failed = new Map(
      streams.map((stream, index) => [stream.name, stream.failed - (before[index] ?? 0)]),
    );
    const without = new Map(streams.map((stream) => [stream.name, longestWithout(stream, began, now)]));
    const said = streams.map((stream) => {
      const seconds = ((without.get(stream.name) ?? 0) / 1000).toFixed(1);
      return `${stream.name} ${failed.get(stream.name)} failed, ${seconds} s without`;
    });
    tell(`${name}: ${said.join("; ")}`);
    steps.push({ name, failed, without });
  }
  return steps;
}

export const part: Part = {
  name: "rolling",
  needs: [...DATABASE_PROGRAMS, "pgbouncer", "varnishd"],
  needsRoot: true,
  async run(context): Promise<Figure[]> {
    const cluster = await startDatabaseCluster(context);
    try {
      await cluster.whole();
      const house = await openHouse(context, cluster);
      const { place } = house.sites;
      try {
        const [writer, ...sessions] = await Promise.all(
          ["escritora", "rita", "rui", "rosa"].map((name) => signIn(place, name)),
        );
        if (!writer) throw new Error("nobody writes");
        const prompt = await publishPrompt(place.origin, writer.access_token);
        const people = openPeople([house.origin], { prompt, writer, sessions });
        const steps = await roll(context, house, people);
        await people.stop();
        for (const line of people.loggedOut.slice(0, 10)) context.tell(line);
        const sum = (kind: string) => steps.reduce((all, { failed }) => all + (failed.get(kind) ?? 0), 0);
        const most = (kind: string) => Math.max(...steps.map(({ without }) => without.get(kind) ?? 0));
        const tries = (kind: string) => people.streams.find(({ name }) => name === kind)?.served.length ?? 0;
        return [
          { name: "steps", value: steps.map(({ name }) => name).join(", ") },
          ...["home", "prompt", "list"].map((kind) =>
            none(`failed reads of ${tries(kind)}: ${kind}`, sum(kind)),
          ),
          { name: `failed signed-in reads of ${tries("signed in")}`, value: String(sum("signed in")) },
          { name: `refused writes of ${tries("write")}`, value: String(sum("write")) },
          ...["signed in", "write"].map((kind) => ({
            name: `longest without: ${kind}`,
            value: `${(most(kind) / 1000).toFixed(1)} s`,
            target: `${WRITES_WITHIN / 1000} s`,
            met: most(kind) <= WRITES_WITHIN,
          })),
          none("logged out", people.loggedOut.length),
        ];
      } finally {
        await house.sites.close();
      }
    } finally {
      cluster.remove();
    }
  },
};
