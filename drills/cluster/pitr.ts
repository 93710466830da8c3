/**
 * Point in time: a site under load whose database is archived by pgBackRest; prompts are removed, then all of them by a mistake. It
 * is restored to a chosen moment before, beside the old one, and once to the latest.
 */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createActor } from "#drills/crash/actor.ts";
import { checkSite } from "#drills/crash/check.ts";
import { type Ledger, openLedger } from "#drills/crash/ledger.ts";
import { type CrashSite, startCrashSite } from "#drills/crash/site.ts";
import { command } from "#tests/support/command.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { createRandom } from "#tests/support/random.ts";
import { type Context, type Figure, none, type Part } from "./part.ts";
import { type Archiving, openArchiving, type Restored, type Server } from "./support/archiving.ts";
import { contents, continueIds, lastCommit, readBackups } from "./support/restored.ts";
import { bringPictures, lostPictures, namesOf, splitPictures } from "./support/restored-pictures.ts";
import { until } from "./support/until.ts";

const ACTORS = 4;
const PICTURES_EACH = 25;
const SECRET_KEY = "Zt8yQ1mF0s7VbX4kR2wL9pJc6nHd3gTe";
/** Prompts that must be there before the full backup, before the site's own, and before the chosen moment. */
const STEPS = [8, 16, 26] as const;
/** Milliseconds that the load may take for a step. */
const STEP = 120_000;

/** Writes acknowledged by the chosen moment, those possibly done by then, and those that came later. */
interface Moment {
  /** As PostgreSQL reads it. */
  time: string;
  at: number;
  ledger: Ledger;
  mails: CrashSite["mails"]["received"];
}

function load(site: CrashSite, ledger: Ledger, pictures: string[][]) {
  let going = true;
  const running = Promise.all(
    pictures.map((own, index) =>
      createActor(site, ledger, `pessoa${index}`, createRandom(`pitr${index}`), own).run(() => going),
    ),
  );
  return {
    async stop() {
      going = false;
      await running;
    },
  };
}

/** Prompts of which it is certain that they are there, or that they are not. */
function certainly({ prompts }: Ledger, there: boolean): number[] {
  return [...prompts.values()].filter((prompt) => !prompt.there.has(!there)).map(({ id }) => id);
}

/** Chooses the next millisecond: everything acknowledged so far was committed before. */
function chooseMoment(ledger: Ledger, site: CrashSite): Moment {
  const at = Date.now() + 1;
  const time = new Date(at).toISOString().replace("T", " ").replace("Z", "+00");
  return { time, at, ledger: structuredClone(ledger), mails: [...site.mails.received] };
}

/** A site over a server, with pictures of its own. */
async function openSite(server: Server, dataDir: string): Promise<CrashSite> {
  const site = await startCrashSite({ DATABASE_URL: server.url, SECRET_KEY, DATA_DIR: dataDir });
  await site.ready();
  return site;
}

function figure(name: string, value: number | string, target?: string, met?: boolean): Figure {
  return { name, value: String(value), ...(target !== undefined && { target, met: met ?? false }) };
}

/** Has the load, the backups, the chosen moment and the disaster. */
async function liveThrough(context: Context, archiving: Archiving, server: Server, dataDir: string) {
  const { folder, tell } = context;
  const ledger = openLedger();
  const pictures: string[][] = [];
  for (let actor = 0; actor < ACTORS; actor++) {
    pictures.push(await Promise.all(Array.from({ length: PICTURES_EACH }, () => newPicture())));
  }
  const site = await openSite(server, dataDir);
  const people = load(site, ledger, pictures);
  try {
    const enough = (what: string, ask: () => boolean) => until(what, ask, { timeout: STEP });
    const [first, second, third] = STEPS;
    await enough("prompts before the full backup", () => ledger.prompts.size >= first);
    await archiving.pgbackrest("--type=full", "backup");
    tell(`full backup with ${ledger.prompts.size} prompts published`);
    await enough("prompts before the site's own backup", () => ledger.prompts.size >= second);
    const ownBackup = join(folder.path, "site.tar");
    const beforeOwn = certainly(ledger, true);
    const own = await command(
      { DATABASE_URL: server.url, SECRET_KEY, DATA_DIR: dataDir },
      "backup",
      ownBackup,
    );
    if (!own.done) throw new Error(own.said);
    const afterOwn = new Set(ledger.prompts.keys());
    await archiving.pgbackrest("--type=incr", "backup");
    tell(`incremental backup, and the site's own, with ${ledger.prompts.size} prompts published`);
    const between = () => certainly(ledger, true).filter((id) => !afterOwn.has(id));
    await enough("prompts before the chosen moment", () => {
      const held = between().length >= 4 && certainly(ledger, true).some((id) => beforeOwn.includes(id));
      return held && ledger.prompts.size >= third;
    });
    const moment = chooseMoment(ledger, site);
    const then = certainly(moment.ledger, true);
    const removed = (ids: number[]) => certainly(ledger, false).filter((id) => ids.includes(id));
    await enough("removals and new prompts after the chosen moment", () => {
      const fromThen = removed(then);
      const inOwn = fromThen.some((id) => beforeOwn.includes(id));
      const notInOwn = fromThen.some((id) => !afterOwn.has(id));
      return inOwn && notInOwn && ledger.prompts.size >= moment.ledger.prompts.size + 3;
    });
    await people.stop();
    // A log is 32 ids ahead of its sequence, so these stand for more prompts than that.
    await server.sql("select nextval('prompts_id_seq') from generate_series(1, 100)", "delete from prompts");
    tell(`the wrong DELETE, ${((Date.now() - moment.at) / 1000).toFixed(1)} s after the chosen moment`);
    return { ledger, moment, ownBackup };
  } finally {
    await people.stop();
    // Its folder goes with it.
    await cp(join(dataDir, "media"), join(folder.path, "media"), { recursive: true });
    await site.close();
  }
}

async function run(context: Context): Promise<Figure[]> {
  const { folder, tell } = context;
  const archiving = await openArchiving(context);
  const old = await archiving.start(archiving.main, archiving.port);
  await archiving.createDatabase();
  await archiving.pgbackrest("stanza-create");
  await archiving.pgbackrest("check");

  const { ledger, moment, ownBackup } = await liveThrough(
    context,
    archiving,
    old,
    join(folder.path, "old-site"),
  );
  await old.sql("select pg_switch_wal()");

  const beside = await archiving.restore(join(folder.path, "restored"), [
    "--type=time",
    `--target=${moment.time}`,
    "--target-action=promote",
  ]);
  tell(`restored to ${moment.time} in ${beside.seconds.toFixed(1)} s`);
  const newest = await lastCommit(beside.server);
  const lastId = await continueIds(old, beside.server);
  const dataDir = join(folder.path, "restored-site");
  const seen = await lookAt(context, beside.server, dataDir, moment, lastId, ownBackup);

  // The old machine is gone, with its disk.
  const last = await contents(old);
  await old.engine.kill();
  await rm(archiving.main, { recursive: true });
  const latest = await archiving.restore(join(folder.path, "latest"), ["--type=default"]);
  const differing = Object.entries(await contents(latest.server)).filter(
    ([name, print]) => last[name] !== print,
  );
  tell(`restored to the latest in ${latest.seconds.toFixed(1)} s`);
  const [{ prompts } = { prompts: -1 }] = await latest.server.sql<{ prompts: number }>(
    "select count(*)::int as prompts from prompts",
  );

  const [full, incremental] = readBackups(await archiving.pgbackrest("info", "--output=json"));
  const megabytes = (bytes = 0) => `${(bytes / 1e6).toFixed(1)} MB`;
  const expired = await goOn(archiving, beside);
  return [
    figure("writes acknowledged before the chosen moment", moment.ledger.acknowledged),
    none("of these lost, or wrong", seen.faults.length),
    figure(
      "writes acknowledged after it, the DELETE following",
      ledger.acknowledged - moment.ledger.acknowledged,
    ),
    figure("newest row after the chosen moment, ms", newest - moment.at, "below 0", newest <= moment.at),
    figure("restored to the moment, taking writes", `${beside.seconds.toFixed(1)} s`),
    figure("doctor on the restored site", seen.doctor, "nothing wrong", seen.doctor === "nothing wrong"),
    figure("pictures and previews missing after it", seen.missingAtFirst),
    figure("the same with the site's own backup", seen.missing.size),
    none(
      "missing that a backup does not name",
      [...seen.missing].filter((name) => !seen.named.has(name)).length,
    ),
    figure("files that no row names", seen.unowned),
    none("ids given a second time", seen.twice.length),
    none("restored to the latest: tables that differ", differing.length),
    figure("restored to the latest: prompts after the DELETE", prompts, "0", prompts === 0),
    figure("full backup, database", megabytes(full?.info.size)),
    figure("full backup, in the repository", megabytes(full?.info.repository.delta)),
    figure("incremental backup, in the repository", megabytes(incremental?.info.repository.delta)),
    figure("archiving goes on from the restored one", expired, "yes", expired === "yes"),
  ];
}

/** Looks at the site over the restored database, beside the old pictures, and then with those of its own backup. */
async function lookAt(
  { folder, tell }: Context,
  server: Server,
  dataDir: string,
  moment: Moment,
  lastId: number,
  ownBackup: string,
) {
  await mkdir(dataDir);
  await cp(join(folder.path, "media"), join(dataDir, "media"), { recursive: true });
  const site = await openSite(server, dataDir);
  const check = async () =>
    splitPictures(
      await checkSite(
        {
          origin: site.origin,
          mails: { received: [...moment.mails, ...site.mails.received] },
          database: async () => server.connection,
          files: () => mediaFiles(dataDir),
          secretKey: async () => SECRET_KEY,
        },
        moment.ledger,
      ),
    );
  const env = { DATABASE_URL: server.url, SECRET_KEY, DATA_DIR: dataDir };
  try {
    const first = await check();
    await bringPictures(ownBackup, join(folder.path, "own-pictures"), dataDir);
    const { faults, missing, unowned } = await check();
    for (const fault of faults) tell(fault);
    const after = join(folder.path, "after.tar");
    const backup = await command(env, "backup", after);
    if (!backup.done) throw new Error(backup.said);
    const { port } = new URL(site.origin);
    const doctor = await command(
      { ...env, SMTP_URL: site.mails.url, HOST: "127.0.0.1", PORT: port },
      "doctor",
    );
    if (!doctor.done) tell(doctor.said);
    const later = openLedger();
    await createActor(site, later, "depois", createRandom("depois"), [await newPicture()]).run(
      () => later.prompts.size === 0,
    );
    return {
      faults,
      missingAtFirst: namesOf(first.missing).size,
      missing: namesOf(missing),
      named: new Set(
        (await lostPictures(after)).map((name) => name.replace("preview-", "preview ").split("-")[0]),
      ),
      unowned,
      doctor: doctor.done ? "nothing wrong" : "something wrong",
      twice: [...later.prompts.keys()].filter((id) => id <= lastId),
    };
  } finally {
    await site.close();
  }
}

/** Makes the restored server the one that archives; two full backups later the first one has expired. */
async function goOn(archiving: Archiving, { server, path, port }: Restored): Promise<string> {
  const [{ label: oldest } = { label: "" }] = readBackups(
    await archiving.pgbackrest("info", "--output=json"),
  );
  await archiving.configure(path, port);
  await server.sql("alter system reset archive_mode");
  await server.engine.stop("SIGINT");
  await archiving.start(path, port);
  await archiving.pgbackrest("check");
  for (const type of ["full", "full", "incr"]) await archiving.pgbackrest(`--type=${type}`, "backup");
  const left = readBackups(await archiving.pgbackrest("info", "--output=json"));
  const kept = left.map(({ type }) => type).join(", ");
  return kept === "full, full, incr" && !left.some(({ label }) => label === oldest) ? "yes" : kept;
}

export const part: Part = {
  name: "pitr",
  needs: ["initdb", "postgres", "createuser", "createdb", "pgbackrest", "tar"],
  run,
};
