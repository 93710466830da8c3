/** Prompts of the site where this one was before: moved as they were, and hidden for review where today's rules forbid them. */
import type { Transaction } from "kysely";
import { findProfanity } from "#language/profanity.ts";
import { enqueuePictureRemoval } from "#media/server/removal.jobs.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { LLM_TYPES, promptFields } from "#prompts/contract.ts";
import { selectAuthored, updatePrompt } from "./authoring.queries.ts";
import { reservePromptIds } from "./bulk.queries.ts";
import { sendPreviews } from "./bulk.service.ts";
import { hideForReview } from "./hiding.service.ts";
import {
  insertMovedPrompts,
  type MovedRow,
  reserveIdsUpTo,
  selectMoved,
  selectMovedTo,
  selectTaken,
  updateMoved,
} from "./moved-prompts.queries.ts";

/** What the tables take at most; what is longer is cut, and the report says so. */
const MOST = { title: 500, content: 100_000, description: 20_000 };
/** Larger numbers are no ids that a site has counted: they are not kept, and lead on. */
const HIGHEST_KEPT_ID = 999_999_999;

/** A prompt as it was at the old site. */
export interface OldPrompt extends Pick<MovedRow, "old_id" | "user_id" | "views" | "created_at" | "digest"> {
  title: string;
  content: string;
  description: string | null;
  /** The tool's name there; null without any. */
  tool: string | null;
}

export interface CheckedOldPrompt extends Omit<OldPrompt, "tool"> {
  llm_type_id: number;
  /** Why a moderator has to look at it, in English; none for one that today's rules allow. */
  faults: string[];
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const TOOLS = new Map(LLM_TYPES.map(({ id, name }) => [plain(name), id]));

/** Holds a prompt to the rules of today. Texts stay as they are, unless the tables cannot take them. */
export function checkOldPrompt({ tool, ...prompt }: OldPrompt): CheckedOldPrompt {
  const faults: string[] = [];
  const within = (field: keyof typeof MOST, text: string, none: string) => {
    // As PostgreSQL counts: by characters, not by UTF-16 units.
    const letters = text.length > MOST[field] ? Array.from(text) : [];
    if (letters.length > MOST[field])
      faults.push(`${field} is cut from ${letters.length} characters to ${MOST[field]}`);
    return letters.length > MOST[field] ? letters.slice(0, MOST[field]).join("") : text || none;
  };
  const llm_type_id = TOOLS.get(plain(tool ?? "")) ?? 0;
  if (!llm_type_id) faults.push(`the tool ${tool ?? "is missing"} is not known here: it goes to ChatGPT`);
  const texts = {
    title: within("title", prompt.title, "Sem título"),
    content: within("content", prompt.content, "(sem texto)"),
    description: prompt.description ? within("description", prompt.description, "") : null,
  };
  const parsed = promptFields.safeParse({ ...prompt, llm_type_id: llm_type_id || 1 });
  for (const { path } of parsed.error?.issues ?? [])
    faults.push(`${path.join(".")} breaks a rule of length or form`);
  for (const [field, text] of Object.entries(texts))
    if (text && findProfanity(text).length) faults.push(`profanity in ${field}`);
  return { ...prompt, ...texts, llm_type_id: llm_type_id || 1, faults };
}

/** The id that an old prompt keeps where it is free; 0 if it is none that prompts have here. */
const idOf = (old: string) => (/^[1-9]\d*$/.test(old) && Number(old) <= HIGHEST_KEPT_ID ? Number(old) : 0);

/** Ids for old prompts: their own where they are numbers and free. Call it in the transaction that inserts them. */
async function idsFor(trx: Transaction<DB>, oldIds: string[]): Promise<number[]> {
  const numbers = oldIds.map(idOf);
  const taken = await selectTaken(trx, numbers.filter(Boolean));
  const kept = numbers.map((id) => (taken.has(id) ? 0 : id));
  const others = await reservePromptIds(trx, kept.filter((id) => !id).length);
  return kept.map((id) => id || (others.shift() as number));
}

/** Old ids, not moved yet, that other prompts have here: who follows such an old address comes to one of these. */
export async function findTaken(db: Context["db"], oldIds: string[]): Promise<string[]> {
  const [taken, moved] = [
    await selectTaken(db, oldIds.map(idOf).filter(Boolean)),
    await findMoved(db, oldIds),
  ];
  return oldIds.filter((old) => taken.has(idOf(old)) && !moved.has(old));
}

/** Leaves the numbers of old prompts free, before the first is moved: people publish meanwhile. */
export async function keepIdsFree(db: Context["db"], oldIds: AsyncIterable<string[]>): Promise<void> {
  let highest = 0;
  for await (const ids of oldIds)
    for (const id of ids) if (/^\d{1,9}$/.test(id)) highest = Math.max(highest, Number(id));
  if (highest) await reserveIdsUpTo(db, highest);
}

/**
 * Inserts prompts that are not there yet. Their pictures are stored in the same transaction; link previews are drawn by the job of
 * imports, and cases opened by that of reviews.
 * @returns the ids here, in order
 */
export async function insertOldPrompts(
  { jobs }: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  prompts: readonly (CheckedOldPrompt & { image_hash: string })[],
): Promise<number[]> {
  const ids = await idsFor(
    trx,
    prompts.map(({ old_id }) => old_id),
  );
  const rows = prompts.map(({ faults: _, ...row }, at) => ({ ...row, id: ids[at] as number }));
  await insertMovedPrompts(trx, rows);
  for (const [at, { faults }] of prompts.entries())
    if (faults.length) await hideForReview(trx, jobs, ids[at] as number);
  await sendPreviews(jobs, trx, ids);
  return ids;
}

/**
 * Brings over what has changed at the old site since a prompt was moved: views, and texts unless the author has changed them here.
 * @param prompt.image_hash a stored picture, in place of the cover that it got when there was none
 */
export async function updateOldPrompt(
  { jobs }: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  prompt: CheckedOldPrompt & { image_hash?: string },
  promptId: number,
): Promise<void> {
  const row = await selectAuthored(trx, promptId, true);
  const { title, content, description, llm_type_id } = prompt;
  const image_hash = prompt.image_hash ?? row?.image_hash;
  const isSame =
    row?.title === title &&
    row.content === content &&
    row.description === description &&
    row.llm_type_id === llm_type_id &&
    row.image_hash === image_hash;
  if (row && !isSame && !row.edited_at) {
    await updatePrompt(
      trx,
      promptId,
      { title, content, description, llm_type_id, image_hash },
      { ownVersion: false, isEdit: false },
    );
    if (image_hash !== row.image_hash) await enqueuePictureRemoval(jobs, trx, row.image_hash);
    if (prompt.faults.length && !row.hidden_at) await hideForReview(trx, jobs, promptId);
    await sendPreviews(jobs, trx, [promptId]);
  }
  await updateMoved(trx, prompt);
}

/** The prompts here of old ones, by old id. */
export async function findMoved(db: Context["db"], oldIds: string[]) {
  const rows = oldIds.length ? await selectMoved(db, oldIds) : [];
  return new Map(rows.map((row) => [row.old_id, row]));
}

/** The prompt to which an address of the old site leads. */
export async function findMovedTo({ db }: Pick<PublicContext, "db">, oldId: string) {
  return selectMovedTo(db, oldId.toLowerCase());
}
