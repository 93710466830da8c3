/**
 * The steps of moving in, each by batches: a transaction moves some rows and records that, so that a run which was killed goes on
 * where it was, and a later one moves what has changed since.
 */
import pLimit from "p-limit";
import { normalizeEmail } from "#accounts/contract.ts";
import { type MovedPerson, movePerson, tellNewName } from "#accounts/server/account/moved-people.service.ts";
import { insertMovedIdentities } from "#accounts/server/identities/identities.shared.queries.ts";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { requireStillNotBarred } from "#media/server/barred-pictures.service.ts";
import { inFilesTransaction, saveImage } from "#media/server/images.service.ts";
import { lockStoredImage } from "#media/server/images.shared.queries.ts";
import { announcePictures, withdrawAnnounced } from "#media/server/removal.jobs.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, inTransaction, type PrimaryDb } from "#platform/database/db.ts";
import {
  type CheckedOldPrompt,
  checkOldPrompt,
  findMoved,
  findTaken,
  insertOldPrompts,
  updateOldPrompt,
} from "#prompts/server/moved-prompts.service.ts";
import { deleteMovedReactions, insertMovedReactions } from "#reactions/server/reactions.shared.queries.ts";
import { findMissing, type MovedPicture, movePicture, type PicturePlaces } from "./pictures.ts";
import type { Report } from "./report.ts";
import {
  deleteTakenBack,
  type Place,
  recordDone,
  recordIdentities,
  recordPerson,
  recordTold,
  refuse,
  type StagedPerson,
  type StagedPrompt,
  selectIdentities,
  selectPeople,
  selectPicture,
  selectPrompts,
  selectReactions,
  selectRenamed,
} from "./staging.ts";

const PEOPLE = 200;
/** Their pictures are in memory until the commit. */
const PROMPTS = 60;
const REACTIONS = 20_000;
/** Pictures at once; more wait in the queue of uploads anyway. */
const PICTURES = 2;
const ATTEMPTS = 5;
const GOOGLE = "https://accounts.google.com";

export interface Move {
  ctx: Context;
  /** The connection that has the scratch schema; for a rehearsal, its transaction. */
  db: PrimaryDb;
  report: Report;
  /** @throws OperatorError when the command is to end */
  goOn: () => void;
  places: PicturePlaces;
  isMailed: boolean;
  isRehearsal: boolean;
}

/** As the old site made it of an account without a name (specification, section 3). */
function nameOf(person: StagedPerson, metadata: Record<string, unknown>): string {
  const { username } = metadata;
  const given = [
    person.profile_name,
    typeof username === "string" ? username : null,
    person.email?.split("@")[0],
  ];
  return given.find((name) => name?.trim()) ?? "Usuário";
}

/** @returns the person, or why there is no home here */
function readPerson(row: StagedPerson): MovedPerson | string {
  if (!isUuid(row.id)) return "its id is no UUID";
  if (row.deleted_at) return "was deleted there";
  const email = normalizeEmail(row.email ?? "");
  if (!email) return "has no e-mail address";
  if (email.length > 255) return "its address is longer than 255 characters";
  let metadata: Record<string, unknown> = {};
  try {
    metadata = Object(JSON.parse(row.metadata ?? "{}"));
  } catch {
    // A column that the mapping has named, of another kind.
  }
  return {
    ...{ id: row.id.toLowerCase(), email, metadata: Array.isArray(metadata) ? {} : metadata },
    username: nameOf(row, metadata),
    passwordHash: row.password || null,
    isBlocked: row.is_banned || row.profile_blocked === "t" || row.profile_blocked === "true",
    ...{ confirmedAt: row.confirmed_at, createdAt: row.created_at, lastSignInAt: row.last_sign_in_at },
  };
}

export async function movePeople(move: Move, total: number): Promise<number> {
  const { ctx, db, report, goOn, isRehearsal } = move;
  const told = report.progress("people", total);
  let refused = 0;
  let done = 0;
  for (let after = ""; ; ) {
    goOn();
    const rows = await selectPeople(db, after, PEOPLE);
    if (rows.length === 0) break;
    const notes = await inTransaction(db, async (trx) => {
      const said: [kind: string, line: string][] = [];
      for (const row of rows) {
        const person = readPerson(row);
        const label = `${row.id} ${row.email ?? ""}`;
        // Whoever has left here since does not come back.
        if (row.is_gone) continue;
        const moved =
          typeof person === "string"
            ? { userId: null, refused: person }
            : await movePerson(ctx, trx, person, { isRehearsal });
        if (moved.refused !== undefined) {
          await refuse(trx, "people", row.id, moved.refused);
          said.push(["people without a home", `${label}: ${moved.refused}`]);
          continue;
        }
        await recordPerson(trx, row, moved);
        if (moved.remark) said.push(["people with a remark", `${label}: ${moved.remark}`]);
        if (!moved.userId) said.push(["people whose address is not confirmed", label]);
      }
      return said;
    });
    for (const [kind, line] of notes) {
      report.note(kind, line);
      if (kind === "people without a home") refused++;
    }
    done += rows.length;
    after = rows.at(-1)?.id ?? "";
    told(Math.min(done, total));
  }
  told(total);
  return refused;
}

/** Names that this run or one before has changed, and their people have not been told yet: lists them, and tells them if so asked. */
export async function tellNewNames({ ctx, db, report, goOn, isMailed }: Move): Promise<void> {
  for (let after = ""; ; ) {
    goOn();
    const rows = await selectRenamed(db, after, PEOPLE);
    const last = rows.at(-1);
    if (!last) break;
    after = last.old_id;
    // A sign-up is told once it is an account.
    const told = rows.filter(({ is_account }) => isMailed && is_account);
    if (told.length)
      await inTransaction(db, async (trx) => {
        for (const person of told) await tellNewName(ctx, trx, person);
        await recordTold(
          trx,
          told.map(({ old_id }) => old_id),
        );
      });
    for (const { old_id, email, name_before, username, name_why } of rows)
      report.note("names that change", `${old_id} ${email}: ${name_before} → ${username} (${name_why})`);
  }
}

/** Who signed in there by Google does so here, once the operator has set that up. */
export async function moveIdentities({ ctx, db, report, goOn }: Move): Promise<void> {
  let moved = 0;
  for (let after = ""; ; ) {
    goOn();
    const rows = await selectIdentities(db, after, PEOPLE);
    const last = rows.at(-1);
    if (!last) break;
    after = last.subject;
    const found = rows.map((row) => ({ ...row, issuer: GOOGLE }));
    moved += await inTransaction(db, async (trx) => {
      await recordIdentities(
        trx,
        rows.map(({ subject }) => subject),
      );
      return insertMovedIdentities(trx, found, ctx.config.adminEmail);
    });
  }
  report.say(`Google accounts: ${moved} linked`);
}

interface Ready extends CheckedOldPrompt {
  picture: string | null;
}

const viewsOf = (views: string | null) => (/^\d{1,15}$/.test(views ?? "") ? Number(views) : 0);

/** Prompts that may come, with their faults; those without an author are refused. */
async function checkPrompts(
  { db, report }: Move,
  rows: StagedPrompt[],
): Promise<{ ready: Ready[]; refused: number }> {
  const ready: Ready[] = [];
  for (const { picture, ...row } of rows) {
    if (!row.user_id) {
      await refuse(db, "prompts", row.old_id, "author");
      report.note("prompts without a home", `${row.old_id}: its author is not here`);
      continue;
    }
    const checked = checkOldPrompt({
      ...row,
      ...{
        user_id: row.user_id,
        title: row.title ?? "",
        content: row.content ?? "",
        views: viewsOf(row.views),
      },
    });
    ready.push({ ...checked, picture });
  }
  return { ready, refused: rows.length - ready.length };
}

/** Why there is no picture, in English; undefined where there is one. The beginning of a data URL says enough. */
const whyMissing = async (
  db: PrimaryDb,
  places: PicturePlaces,
  { old_id, picture }: Pick<Ready, "old_id" | "picture">,
) => findMissing(picture?.startsWith("data:") ? picture : await wholePicture(db, old_id, picture), places);

/** A picture's cell, of which the beginning is known. */
const wholePicture = async (db: PrimaryDb, oldId: string, beginning: string | null) =>
  (beginning?.length ?? 0) >= 300 ? selectPicture(db, oldId) : beginning;

export async function movePrompts(move: Move, total: number): Promise<number> {
  const { db, report, goOn, isRehearsal, places } = move;
  const told = report.progress("prompts", total);
  let refused = 0;
  let done = 0;
  for (let after: Place = { created_at: "", old_id: "" }; ; ) {
    goOn();
    const rows = await selectPrompts(db, after, PROMPTS);
    const last = rows.at(-1);
    if (!last) break;
    after = last;
    const checked = await checkPrompts(move, rows);
    refused += checked.refused;
    const taken = await findTaken(
      db,
      checked.ready.map(({ old_id }) => old_id),
    );
    for (const old of taken)
      report.note("old addresses that lead to another prompt", `/prompts/${old}: is a prompt here already`);
    if (isRehearsal)
      for (const { old_id, title, faults, picture } of checked.ready) {
        const missing = await whyMissing(db, places, { old_id, picture });
        for (const fault of [...faults, ...(missing ? [`the picture ${missing}`] : [])])
          report.note("prompts that wait for a moderator", `${old_id} “${title}”: ${fault}`);
      }
    else await retriedWhileLeaving(() => moveBatch(move, checked.ready));
    done += rows.length;
    told(Math.min(done, total));
  }
  told(total);
  return refused;
}

/** Somebody may leave between reading and writing: then what is left is read and written again. */
async function retriedWhileLeaving<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(brokenForeignKey(error) || error instanceof PictureGone)) throw error;
    }
  }
}

/** A stored picture was removed while its prompt was moved. */
class PictureGone extends Error {}

/** In place of a row's digest: the picture was missing, and each run looks for it again. */
const NO_PICTURE = "";

async function moveBatch(move: Move, all: Ready[]): Promise<void> {
  const { ctx, db, report } = move;
  const known = await findMoved(
    db,
    all.map(({ old_id }) => old_id),
  );
  const fresh = all.filter(({ old_id }) => !known.has(old_id));
  const found = await findLater(
    move,
    all.filter(({ old_id }) => known.get(old_id)?.digest === NO_PICTURE),
  );
  const pictures = await preparePictures(move, [...fresh, ...found]);
  const pictured = [...fresh, ...found].map(({ picture: _, ...prompt }, at) => {
    const { hash, fault } = pictures[at] as MovedPicture;
    const isMissing = fault?.isMissing ?? false;
    const faults = isMissing ? [...prompt.faults, `the picture ${fault?.message}`] : prompt.faults;
    return { ...prompt, faults, digest: isMissing ? NO_PICTURE : prompt.digest, image_hash: hash };
  });
  const prompts = pictured.slice(0, fresh.length);
  const changed = new Map(pictured.slice(fresh.length).map((prompt) => [prompt.old_id, prompt]));
  const byHash = new Map(pictures.flatMap((picture) => (picture.forms ? [[picture.hash, picture]] : [])));
  // In one order, so that two publications at once do not wait for each other.
  const forms = [...byHash.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const stored = [...new Set(pictures.map(({ hash }) => hash).filter((hash) => !byHash.has(hash)))].sort();
  const announced = forms.length ? await announcePictures({ db, jobs: ctx.jobs }, forms) : undefined;
  await inFilesTransaction(db, async (trx) => {
    for (const { forms: made } of forms) if (made) await saveImage(trx, ctx.storage, made);
    for (const hash of stored) if (!(await lockStoredImage(trx, hash))) throw new PictureGone();
    if (announced) await withdrawAnnounced(ctx.jobs, trx, announced);
    for (const { hash, forms: made } of forms)
      await requireStillNotBarred(trx, { hash, fingerprint: made?.fingerprint ?? null });
    if (prompts.length) await insertOldPrompts(ctx, trx, prompts);
    for (const { picture: _, ...prompt } of all) {
      const before = known.get(prompt.old_id);
      const digest = before?.digest === NO_PICTURE ? NO_PICTURE : prompt.digest;
      if (before?.prompt_id)
        await updateOldPrompt(
          ctx,
          trx,
          changed.get(prompt.old_id) ?? { ...prompt, digest },
          before.prompt_id,
        );
    }
  });
  for (const [at, { fault }] of pictures.entries())
    if (fault)
      report.note(
        "pictures that became a cover",
        `${pictured[at]?.old_id} “${pictured[at]?.title}”: ${fault.message}`,
      );
  for (const { old_id, title, faults } of pictured)
    for (const fault of faults)
      report.note("prompts that wait for a moderator", `${old_id} “${title}”: ${fault}`);
}

/** Prompts whose picture was missing when they were moved, and is there by now. */
async function findLater({ db, places }: Move, prompts: Ready[]): Promise<Ready[]> {
  const found: Ready[] = [];
  for (const prompt of prompts) if (!(await whyMissing(db, places, prompt))) found.push(prompt);
  return found;
}

function preparePictures({ ctx, db, places }: Move, prompts: Ready[]): Promise<MovedPicture[]> {
  const limit = pLimit(PICTURES);
  return Promise.all(
    prompts.map(({ old_id, picture, title }) =>
      limit(async () => movePicture(ctx, await wholePicture(db, old_id, picture), title, places)),
    ),
  );
}

/** Tries pictures of a sample. For rehearsals. @returns milliseconds and bytes that one takes */
export async function tryPictures(move: Move, most: number): Promise<{ ms: number; bytes: number }> {
  const { ctx, db, places, report } = move;
  const prompts = await selectPrompts(db, { created_at: "", old_id: "" }, most);
  const start = performance.now();
  let stored = 0;
  for (const { old_id, picture, title } of prompts) {
    const whole = await wholePicture(db, old_id, picture);
    const { fault, forms } = await movePicture(ctx, whole, title ?? "", places);
    stored += fault ? 0 : (forms?.variants.reduce((sum, { webp }) => sum + webp.length, 0) ?? 0);
    // Those that are missing were named with their prompts.
    if (fault && !fault.isMissing)
      report.note("pictures of the sample that become a cover", `${old_id}: ${fault.message}`);
  }
  const many = Math.max(1, prompts.length);
  const ms = (performance.now() - start) / many;
  report.say(`pictures: ${prompts.length} tried, ${Math.round(ms)} ms each`);
  return { ms, bytes: stored / many };
}

/** Likes and favourites; a rehearsal counts those without a home. @returns how many have none */
export async function moveReactions(
  { db, report, goOn, isRehearsal }: Move,
  table: "likes" | "favorites",
  total: number,
): Promise<number> {
  const told = report.progress(table, total);
  let refused = 0;
  let done = 0;
  for (let after: [string, string] = ["", ""]; ; ) {
    goOn();
    const rows = await retriedWhileLeaving(async () => {
      const found = await selectReactions(db, table, after, REACTIONS);
      const ready = found.flatMap(({ user_id, prompt_id, ...row }) =>
        user_id && prompt_id ? [{ ...row, user_id, prompt_id }] : [],
      );
      if (!isRehearsal)
        await inTransaction(db, async (trx) => {
          await insertMovedReactions(trx, table, ready);
          await recordDone(trx, table, ready);
        });
      return found;
    });
    const last = rows.at(-1);
    if (!last) break;
    for (const { old_prompt, old_user, why } of rows) {
      if (!why) continue;
      report.note(`${table} without a home`, `${old_prompt} by ${old_user}: ${why}`);
      refused++;
    }
    after = [last.old_prompt, last.old_user];
    done += rows.length;
    told(Math.min(done, total));
  }
  told(total);
  // Those that were taken back at the old site since they were moved.
  for (let left = isRehearsal ? 0 : 1; left > 0; ) {
    goOn();
    left = await inTransaction(db, async (trx) => {
      const gone = await deleteTakenBack(trx, table, REACTIONS);
      await deleteMovedReactions(
        trx,
        table,
        gone.flatMap(({ user_id, prompt_id }) => (user_id && prompt_id ? [{ user_id, prompt_id }] : [])),
      );
      return gone.length;
    });
  }
  return refused;
}
