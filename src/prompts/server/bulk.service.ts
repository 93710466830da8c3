/** Publishes many prompts of one author at once, by the rules of publication; each gets a cover of the site's own as its picture. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { coverOf } from "#media/server/covers.ts";
import { inFilesTransaction, saveImage, savePreview } from "#media/server/images.service.ts";
import { drawStoredPreview, type StoredForms } from "#media/server/images.uploads.ts";
import { type Announced, announcePictures, withdrawAnnounced } from "#media/server/removal.jobs.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { type Jobs, PERSISTENT } from "#platform/jobs.ts";
import type { Published } from "#prompts/contract.ts";
import type { FileField } from "#prompts/fields.ts";
import { distinctTags } from "#prompts/tag-names.ts";
import { selectAuthored } from "./authoring.queries.ts";
import { insertPrompts, reservePromptIds, selectSame, spreadInNewest } from "./bulk.queries.ts";
import { hideForReview } from "./hiding.service.ts";
import { leaveDocuments } from "./stale-documents.queries.ts";
import { idsOf, lockWrittenTags } from "./tags.service.ts";

const PREVIEWS_QUEUE = "draw-previews";
interface PreviewsJob {
  promptIds: number[];
}

/** Prompts of one author at the top of the newest, of those published at once; the others stand further down. */
const AT_THE_TOP = 3;

type BulkPrompt = Published<FileField>;

interface PreparedBulk {
  prompts: (BulkPrompt & { cover: StoredForms })[];
  covers: StoredForms[];
  announced: Announced;
}

/** Draws the covers, and announces their files; call it before the transaction. */
export async function prepareBulk(
  ctx: Pick<Context, "db" | "jobs">,
  prompts: BulkPrompt[],
): Promise<PreparedBulk> {
  const covered: PreparedBulk["prompts"] = [];
  for (const prompt of prompts) covered.push({ ...prompt, cover: await coverOf(prompt.title) });
  const byHash = new Map(covered.map(({ cover }) => [cover.hash, cover]));
  // In one order, so that two publications at once do not wait for each other.
  const covers = [...byHash.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
  return { prompts: covered, covers, announced: await announcePictures(ctx, covers) };
}

/**
 * Publishes what was prepared, in the given order. The author must be locked (`lockAccountForAdding`). After the commit, make the
 * prompts' search documents (`makeDocuments`) and clear the response cache. Link previews are drawn by a job.
 * @param isReviewed whether each waits for a moderator
 * @param before prompts that the author has published so within a day
 * @returns their ids, ascending
 */
export async function publishBulk(
  ctx: Pick<Context, "storage" | "jobs">,
  trx: Transaction<DB>,
  author: Pick<Viewer, "id">,
  { prompts, covers, announced }: PreparedBulk,
  { isReviewed, before }: { isReviewed: boolean; before: number },
): Promise<number[]> {
  for (const cover of covers) await saveImage(trx, ctx.storage, cover);
  await withdrawAnnounced(ctx.jobs, trx, announced);
  const tags = await lockWrittenTags(trx, distinctKeys(prompts));
  const ids = await reservePromptIds(trx, prompts.length);
  const rows = prompts.map(({ tags: names, cover, ...fields }, at) => ({
    ...fields,
    id: ids[at] as number,
    tag_ids: idsOf(tags, names ?? []),
    image_hash: cover.hash,
  }));
  await leaveDocuments(trx, author.id, (ids[0] ?? 0) - 1);
  // Late, because it locks the counts of tools and tags until the commit.
  await insertPrompts(trx, author.id, rows);
  await spreadInNewest(trx, ids, { perDay: AT_THE_TOP, before });
  if (isReviewed) for (const id of ids) await hideForReview(trx, ctx.jobs, id);
  await sendPreviews(ctx.jobs, trx, ids);
  return ids;
}

/** Has the link previews of prompts drawn, after the commit. */
export async function sendPreviews(jobs: Jobs, trx: Transaction<DB>, promptIds: number[]): Promise<void> {
  await jobs.send(trx, PREVIEWS_QUEUE, { promptIds } satisfies PreviewsJob);
}

/** The first spelling of each tag. */
const distinctKeys = (prompts: BulkPrompt[]) => distinctTags(prompts.flatMap(({ tags = [] }) => tags));

/** A text as it is compared. */
export interface SameText {
  title: string;
  /** As of {@link hashOf}. */
  hash: string;
}

/** SHA-256 in hexadecimal. */
export const hashOf = (content: string): string => createHash("sha256").update(content).digest("hex");

/**
 * Which of some texts the author's prompts have, hidden ones included.
 * @returns by place in the list, from 0, the id of a public one, or null
 */
export async function findSame(
  db: Context["db"],
  authorId: string,
  texts: SameText[],
): Promise<Map<number, number | null>> {
  if (texts.length === 0) return new Map();
  const [titles, hashes] = [texts.map(({ title }) => title), texts.map(({ hash }) => hash)];
  const rows = await selectSame(db, authorId, titles, hashes);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** Starts the worker that draws link previews. */
export async function drawPreviews(ctx: Pick<Context, "db" | "jobs" | "storage">): Promise<void> {
  await ctx.jobs.work<PreviewsJob>(PREVIEWS_QUEUE, PERSISTENT, async ({ promptIds }) => {
    for (const id of promptIds) await drawPreview(ctx, id);
  });
}

/** Draws a prompt's link preview, unless it is gone or an edit has drawn another one. */
async function drawPreview({ db, storage }: Pick<Context, "db" | "storage">, id: number): Promise<void> {
  const row = await selectAuthored(db, id);
  if (!row) return;
  const { title, image_hash: hash, image_width: width } = row;
  const preview = await drawStoredPreview(storage, { hash, width }, title);
  if (!preview) return;
  await inFilesTransaction(db, async (trx) => {
    const now = await selectAuthored(trx, id, true);
    if (now?.title === title && now.image_hash === hash) await savePreview(storage, id, { preview });
  });
}
