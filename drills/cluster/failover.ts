/** The database fails over: everything on the leader's machine is killed under load, again and again. */
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "#bench/harness/figures.ts";
import { createActor } from "#drills/crash/actor.ts";
import { checkSettled, checkSite, type Faults } from "#drills/crash/check.ts";
import { openLedger } from "#drills/crash/ledger.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createRandom } from "#tests/support/random.ts";
import { type Context, type Figure, none, type Part } from "./part.ts";
import { DATABASE_PROGRAMS, type DatabaseCluster, startDatabaseCluster } from "./support/database-cluster.ts";
import { longestWithout, openPeople, type Stream, signIn } from "./support/people.ts";
import { publishPrompt } from "./support/sending.ts";
import { type Sites, startSites } from "./support/sites.ts";
import { watchForStandstill } from "./support/standstill.ts";
import { until } from "./support/until.ts";

const ACTORS = 4;
const PICTURES = 20;
/** Load before a kill lasts at least and at most so long, in milliseconds. */
const MIN_LOAD = 500;
const MAX_LOAD = 3000;
/** Milliseconds in which writes and jobs have to be back. */
const GIVE_UP = 120_000;
const SETTLE_TIMEOUT = 180_000;
/** Target in milliseconds. */
const READS_WITHIN = 5000;
const WRITES_WITHIN = 30_000;

/** One kill: how long each kind of call was not served, in milliseconds; undefined where the machine stood still. */
interface Kill {
  without: Map<string, number> | undefined;
  whole: number;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function distribution(values: number[]): string {
  const of = (share: number) => seconds(percentile(values, share));
  return values.length
    ? `${of(0.5)} median, ${of(0.9)} p90, ${seconds(Math.max(...values))} most`
    : "not measured";
}

function figuresOf(kills: Kill[]): Figure[] {
  const measured = kills.flatMap(({ without }) => (without ? [without] : []));
  const times = (stream: string) => measured.map((each) => each.get(stream) ?? Number.NaN);
  const row = (name: string, stream: string, within: number): Figure => ({
    name,
    value: distribution(times(stream)),
    target: `${within / 1000} s`,
    met: measured.length > 0 && Math.max(...times(stream)) <= within,
  });
  return [
    { name: "leaders killed", value: `${kills.length}, times of ${measured.length}` },
    row("without the home page", "home", READS_WITHIN),
    row("without a prompt's page", "prompt", READS_WITHIN),
    row("without searches nobody made before", "list", READS_WITHIN),
    row("without lists for a member", "signed in", READS_WITHIN),
    row("without writes", "write", WRITES_WITHIN),
    { name: "until three nodes stand again", value: distribution(kills.map(({ whole }) => whole)) },
  ];
}

/** The longest time without success of each stream from the kill on, once all are served again. */
async function untilServed(streams: Stream[], killed: number): Promise<Map<string, number>> {
  await until(
    "all is served again",
    // An answer that began before the kill may still arrive.
    () => streams.every(({ served }) => (served.at(-1) ?? 0) > killed + 1000),
    { timeout: GIVE_UP, pause: 50 },
  );
  const now = performance.now();
  return new Map(streams.map((stream) => [stream.name, longestWithout(stream, killed, now)]));
}

async function runKills(
  { options, tell }: Context,
  cluster: DatabaseCluster,
  { all, place }: Sites,
): Promise<Figure[]> {
  const ledger = openLedger();
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, (_, index) =>
      pictureDataUrl(`#${String(100_000 + index * 7777)}`, 120, 90),
    ),
  );
  const actors = Array.from({ length: ACTORS }, (_, index) =>
    createActor(
      { origin: all[index % all.length]?.origin ?? "", mails: place.mails },
      ledger,
      `pessoa${index}`,
      createRandom(`failover ${index}`),
      pictures,
    ),
  );
  await Promise.all(actors.map((actor) => actor.run(() => ledger.prompts.size < 8)));
  const people = openPeople(
    all.map(({ origin }) => origin),
    {
      prompt: await publishPrompt(place.origin, (await signIn(place, "autora")).access_token, {
        thumbnail_url: pictures[0],
      }),
      writer: await signIn(place, "escritora"),
      sessions: await Promise.all(["rita", "rui", "rosa"].map((name) => signIn(place, name))),
    },
  );
  const hasStoodStill = watchForStandstill();
  const random = createRandom("kills");
  const kills: Kill[] = [];
  const faults: Faults = { lost: [], half: [] };
  for (let number = 1; number <= Number(options.kills); number++) {
    let going = true;
    const running = Promise.all(actors.map((actor) => actor.run(() => going)));
    await delay(random.between(MIN_LOAD, MAX_LOAD));
    const leader = await until("there is a leader", cluster.leader);
    hasStoodStill();
    const killed = performance.now();
    await leader.kill();
    const without = await untilServed(people.streams, killed);
    leader.start();
    const whole = await cluster.whole();
    going = false;
    await running;
    const found = await checkSite(place, ledger);
    faults.lost.push(...found.lost);
    faults.half.push(...found.half);
    kills.push({ without: hasStoodStill() ? undefined : without, whole });
    tell(
      `${number}: ${leader.name} killed; without ${[...without].map(([name, time]) => `${name} ${seconds(time)}`).join(", ")}; ` +
        `whole ${seconds(whole)} later; ${ledger.acknowledged} acknowledged, lost ${found.lost.length}, half ${found.half.length}, ` +
        `logged out ${people.loggedOut.length}, unclear ${ledger.unclear.length}`,
    );
    for (const fault of [...found.lost, ...found.half]) tell(`  ${fault}`);
    for (const { name, failure } of people.streams)
      if (name !== "write" && (without.get(name) ?? 0) > READS_WITHIN) tell(`  ${name}: ${failure}`);
  }
  await people.stop();
  const settled = await checkSettled(place, ledger, SETTLE_TIMEOUT);
  faults.lost.push(...settled.lost);
  faults.half.push(...settled.half);
  for (const fault of [
    ...new Set([...faults.lost, ...faults.half, ...people.loggedOut, ...ledger.unclear]),
  ].slice(0, 40))
    tell(fault);
  const copies =
    place.mails.received.length - new Set(place.mails.received.map(({ messageId }) => messageId)).size;
  return [
    ...figuresOf(kills),
    { name: "acknowledged writes", value: String(ledger.acknowledged) },
    none("of these lost", new Set(faults.lost).size),
    none("doubled or half there, jobs left over", new Set(faults.half).size),
    none("logged out", people.loggedOut.length),
    { name: "mails", value: String(place.mails.received.length) },
    none("mails sent twice", copies),
    none("answers that were neither clear nor a refusal", ledger.unclear.length),
  ];
}

export const part: Part = {
  name: "failover",
  needs: DATABASE_PROGRAMS,
  needsRoot: true,
  options: { kills: "50" },
  async run(context) {
    const cluster = await startDatabaseCluster(context);
    try {
      context.tell(`three nodes after ${seconds(await cluster.whole())}`);
      const sites = await startSites(2, cluster.primaryUrl, { DATABASE_REPLICA_URL: cluster.replicasUrl });
      return await runKills(context, cluster, sites).finally(sites.close);
    } finally {
      cluster.remove();
    }
  },
};
