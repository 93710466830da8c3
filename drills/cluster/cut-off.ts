/** The leader is cut off from the other nodes and goes on running: no write may be acknowledged there. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Context, Figure, Part } from "./part.ts";
import { DATABASE_PROGRAMS, type DatabaseCluster, startDatabaseCluster } from "./support/database-cluster.ts";
import { until } from "./support/until.ts";

const WRITER = fileURLToPath(new URL("./support/writer.ts", import.meta.url));
const WRITES_WITHIN = 30_000;
/** Milliseconds from the cut in which the answer to a write from before may still be under way. */
const IN_FLIGHT = 200;
/** How long the cut lasts at least, in milliseconds: longer than a driver waits for a commit. */
const CUT = 40_000;
/** Numbers that the two writers begin with. */
const [INSIDE, OUTSIDE] = [1, 1_000_000];

interface Try {
  at: number;
  number: number;
  what: string;
}

async function triesIn(log: string): Promise<Try[]> {
  const lines = (await readFile(log, "utf8")).split("\n").filter((line) => /^\d{13} \d+ /.test(line));
  return lines.map((line) => {
    const [at = "", number = "", ...what] = line.split(" ");
    return { at: Number(at), number: Number(number), what: what.join(" ") };
  });
}

async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function cutOff({ folder, processes, tell }: Context, cluster: DatabaseCluster): Promise<Figure[]> {
  await query(cluster.primaryUrl, "create table cut_off_writes (number int primary key)");
  const leader = await until("there is a leader", cluster.leader);
  const direct = new URL(cluster.primaryUrl);
  direct.host = `${leader.address}:5432`;
  const writer = (name: string, url: string, from: number, namespace?: string) => {
    const log = join(folder.path, `${name}.log`);
    const env = { DATABASE_URL: url };
    return processes.start(process.execPath, [WRITER, String(from)], { log, env, namespace });
  };
  // One on the leader's own machine, one where the site is.
  const inside = writer("inside", direct.href, INSIDE, leader.namespace);
  const outside = writer("outside", cluster.primaryUrl, OUTSIDE);
  const writes = async ({ log }: { log: string }, after = 0) =>
    (await triesIn(log)).filter(({ at, what }) => what === "written" && at > after);
  for (const each of [inside, outside])
    await until("both write", async () => (await writes(each)).length > 5);

  const cut = Date.now();
  await leader.cutOff();
  tell(`${leader.name} is cut off`);
  await until(
    "another leads",
    async () => (await cluster.leader())?.name !== leader.name && (await cluster.leader()),
  );
  await until("writes are back", async () => (await writes(outside, cut + IN_FLIGHT)).length > 0, {
    timeout: 2 * WRITES_WITHIN,
  });
  await delay(Math.max(0, cut + CUT - Date.now()));
  const accepted = await writes(inside, cut + IN_FLIGHT);
  const tried = (await triesIn(inside.log)).filter(({ at }) => at > cut + IN_FLIGHT);
  const back = (await writes(outside, cut + IN_FLIGHT))[0]?.at ?? Number.POSITIVE_INFINITY;
  await inside.stop();
  await leader.connect();
  await cluster.whole();
  await outside.stop();
  const stored = await query<{ number: number }>(cluster.primaryUrl, "select number from cut_off_writes");
  const numbers = new Set(stored.map(({ number }) => number));
  const acknowledged = [...(await writes(inside)), ...(await writes(outside))];
  const lost = acknowledged.filter(({ number }) => !numbers.has(number));
  const reasons = [...new Set(tried.map(({ what }) => what))].slice(0, 5);
  tell(`answers of the node that was cut off: ${reasons.join("; ")}`);
  return [
    {
      name: "writes the cut-off leader was asked for",
      value: String(tried.length),
    },
    {
      name: "of these acknowledged",
      value: String(accepted.length),
      target: "0",
      met: accepted.length === 0 && tried.length > 0,
    },
    {
      name: "without writes elsewhere",
      value: `${((back - cut) / 1000).toFixed(1)} s`,
      target: `${WRITES_WITHIN / 1000} s`,
      met: back - cut <= WRITES_WITHIN,
    },
    {
      name: "acknowledged writes lost",
      value: `${lost.length} of ${acknowledged.length}`,
      target: "0",
      met: lost.length === 0,
    },
  ];
}

export const part: Part = {
  name: "cut-off",
  needs: DATABASE_PROGRAMS,
  needsRoot: true,
  async run(context) {
    const cluster = await startDatabaseCluster(context);
    try {
      await cluster.whole();
      return await cutOff(context, cluster);
    } finally {
      cluster.remove();
    }
  },
};
