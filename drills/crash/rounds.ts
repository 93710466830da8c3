/** Kills the site at random moments under load, again and again, and checks after each return. */
import { setTimeout as delay } from "node:timers/promises";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createRandom } from "#tests/support/random.ts";
import { createActor } from "./actor.ts";
import { checkSettled, checkSite, type Faults } from "./check.ts";
import { openLedger } from "./ledger.ts";
import { type CrashSite, startCrashSite, VICTIMS, type Victim } from "./site.ts";

const ACTORS = 12;
const PICTURES = 40;
/** The load begins when so many prompts are there, or after so long, in milliseconds. */
const WARM_PROMPTS = 5;
const WARM_UP = 15_000;
/** Load before a kill lasts at least and at most so long, in milliseconds. */
const MIN_LOAD = 300;
const MAX_LOAD = 3000;
/** Time for jobs that were running when the site died, in milliseconds. */
const SETTLE_TIMEOUT = 90_000;

export interface Round extends Faults {
  number: number;
  victim: Victim;
  /** Milliseconds of load before the kill. */
  after: number;
  /** Writes acknowledged so far. */
  acknowledged: number;
  /** Milliseconds until the site was ready again. */
  back: number;
}

export interface Summary extends Faults {
  rounds: number;
  acknowledged: number;
  accounts: number;
  prompts: number;
  mails: number;
  /** Told to come back later, in words. */
  refused: number;
  /** Answers that were no clear refusal. */
  unclear: string[];
  /** Times that the supervisor started the site. */
  starts: number;
  slowest: number;
}

/**
 * @param options.settle whether to wait in the end until every job is done, which takes up to a minute
 * @param options.victims what each round may kill
 */
export async function runRounds(options: {
  rounds: number;
  seed: number;
  settle: boolean;
  victims?: readonly Victim[];
  told?: (round: Round) => void;
}): Promise<Summary> {
  const random = createRandom(String(options.seed));
  const ledger = openLedger();
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, (_, index) =>
      pictureDataUrl(`#${(index * 77_777 + 1).toString(16).padStart(6, "0")}`, 120, 90),
    ),
  );
  const site: CrashSite = await startCrashSite();
  const summary = { lost: [] as string[], half: [] as string[], slowest: 0 };
  try {
    await site.ready();
    const actors = Array.from({ length: ACTORS }, (_, index) =>
      createActor(
        site,
        ledger,
        `pessoa${index}`,
        createRandom(String(options.seed * 1000 + index)),
        pictures,
      ),
    );
    const warm = performance.now() + WARM_UP;
    await Promise.all(
      actors.map((actor) => actor.run(() => ledger.prompts.size < WARM_PROMPTS && performance.now() < warm)),
    );
    for (let number = 1; number <= options.rounds; number++) {
      const victims = options.victims ?? VICTIMS;
      const victim =
        options.rounds <= victims.length ? (victims[number - 1] as Victim) : random.pick(victims);
      const after = random.between(MIN_LOAD, MAX_LOAD);
      let going = true;
      const running = Promise.all(actors.map((actor) => actor.run(() => going)));
      await delay(after);
      await site.kill(victim);
      // Requests while it is away get a clear answer too.
      await delay(200);
      going = false;
      const back = 200 + (await site.ready());
      await running;
      const faults = await checkSite(site, ledger);
      summary.lost.push(...faults.lost);
      summary.half.push(...faults.half);
      summary.slowest = Math.max(summary.slowest, back);
      options.told?.({ number, victim, after, back, acknowledged: ledger.acknowledged, ...faults });
    }
    if (options.settle) {
      const faults = await checkSettled(site, ledger, SETTLE_TIMEOUT);
      summary.lost.push(...faults.lost);
      summary.half.push(...faults.half);
    }
    return {
      ...summary,
      rounds: options.rounds,
      acknowledged: ledger.acknowledged,
      accounts: ledger.accounts.size,
      prompts: ledger.prompts.size,
      mails: site.mails.received.length,
      refused: ledger.refused,
      unclear: ledger.unclear,
      starts: site.starts(),
    };
  } finally {
    await site.close();
  }
}
