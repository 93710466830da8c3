/** Rules for authors: publishing, editing and deleting a prompt. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { findProfanity } from "#language/profanity.ts";
import { requireNotBarred, requireStillNotBarred } from "#media/server/barred-pictures.service.ts";
import { inFilesTransaction, removePreview, saveImage, savePreview } from "#media/server/images.service.ts";
import {
  type PreparedPicture,
  preparePicture,
  redrawPreview,
  type Uploader,
} from "#media/server/images.uploads.ts";
import {
  type Announced,
  announcePicture,
  enqueuePictureRemoval,
  withdrawAnnounced,
} from "#media/server/removal.jobs.ts";
import type { Context } from "#platform/context.ts";
import { brokenUniqueKey, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import type { NewPrompt, PromptChanges, PromptView } from "#prompts/contract.ts";
import { inputMessages, PROFANITY_FIELDS, profanityMessages } from "#prompts/input-messages.ts";
import { messages } from "#prompts/messages.ts";
import {
  type AuthoredChanges,
  type AuthoredRow,
  insertPrompt,
  reservePromptId,
  selectAuthored,
  selectPublished,
  updatePrompt,
} from "./authoring.queries.ts";
import { hideForReview } from "./hiding.service.ts";
import {
  countNewAuthorsPublication,
  isNewAuthor,
  isReviewed,
  requireNewAuthorMayPublish,
} from "./new-authors.service.ts";
import { promptNotFound, promptRemoved } from "./prompt-id.ts";
import { findOwnInReview, findPromptForViewer } from "./prompts.service.ts";
import { removePrompt } from "./removal.service.ts";

/** Retries of drawing a link preview after a concurrent edit. */
const DRAWINGS = 5;

function refuseProfanity(texts: PromptChanges): void {
  for (const field of PROFANITY_FIELDS) {
    if (findProfanity(texts[field] ?? "").length > 0)
      throw new AppError(400, "profanity", profanityMessages[field], { field });
  }
}

/** The author's own prompt. @throws AppError 404 when it does not exist, 403 when it is another author's */
async function ownPrompt(ctx: Pick<Context, "db">, author: Viewer, id: number): Promise<AuthoredRow> {
  const row = await selectAuthored(ctx.db, id);
  if (!row) throw promptNotFound();
  if (row.user_id !== author.id) throw new AppError(403, "forbidden", messages.notYours);
  return row;
}

/** What moderation has hidden cannot be edited, so that it stays what was judged. @throws AppError 410 */
function requireShown(row: AuthoredRow): AuthoredRow {
  if (row.hidden_at) throw promptRemoved();
  return row;
}

const uploader = ({ rateLimits }: Context, { id }: Viewer): Uploader => ({ accountId: id, rateLimits });

/** @throws AppError 404, 403 or 410 as below; for checking before an upload is read */
export async function requireAuthor(ctx: Pick<Context, "db">, viewer: Viewer, id: number): Promise<void> {
  requireShown(await ownPrompt(ctx, viewer, id));
}

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

/**
 * Identifies a retried publication: the client's idempotency key together with the whole prompt, so that only the same
 * prompt counts as a retry.
 */
async function publicationKey(idempotencyKey: string, prompt: NewPrompt): Promise<string> {
  const { thumbnail_url: upload } = prompt;
  const thumbnail_url =
    typeof upload === "string" ? upload : digest(new Uint8Array(await upload.arrayBuffer()));
  return digest(JSON.stringify([idempotencyKey, { ...prompt, thumbnail_url }]));
}

/**
 * Publishes a prompt with its picture in one transaction (specification, sections 1 and 5: no moderation step, unless the
 * operator wants one for new authors).
 * The picture's files are stored before the rows commit, so nobody sees a prompt without its picture.
 * @param idempotencyKey chosen by the client. The same prompt with the same key is published once: a retry
 *   after a lost response returns the existing prompt in its current state. Another prompt with that key is published.
 * @throws AppError 400, 413 or 422 naming the invalid field, 429 when the user publishes too much, 401 or 403 when
 *   the user was deleted or blocked meanwhile
 */
export async function publishPrompt(
  ctx: Context,
  author: Viewer,
  prompt: NewPrompt,
  idempotencyKey: string | null = null,
): Promise<PromptView> {
  const key = idempotencyKey && (await publicationKey(idempotencyKey, prompt));
  const published = key && (await selectPublished(ctx.db, author.id, key));
  if (published) return findPublished(ctx, author, published);

  await ctx.rateLimits.consume("publishPerAccount", author.id);
  const isNew = await isNewAuthor(ctx, author);
  if (isNew) await requireNewAuthorMayPublish(ctx, author);
  refuseProfanity(prompt);
  const { thumbnail_url, ...fields } = prompt;
  const picture = await preparePicture(uploader(ctx, author), thumbnail_url, prompt.title);
  await requireNotBarred(ctx.db, picture);
  if (isNew) await countNewAuthorsPublication(ctx, author);
  const id = await reservePromptId(ctx.db);
  const announced = await announcePicture(ctx, picture, id);
  try {
    await inFilesTransaction(ctx.db, async (trx) => {
      // The user may have been blocked or deleted while the picture was processed.
      await lockActiveUser(trx, author.id);
      await saveImage(trx, ctx.storage, picture);
      await savePreview(ctx.storage, id, picture);
      await withdrawAnnounced(ctx.jobs, trx, announced);
      await requireStillNotBarred(trx, picture);
      // Last, because it locks the tool's count until the commit, and other publications for the tool wait.
      await insertPrompt(trx, {
        ...fields,
        id,
        user_id: author.id,
        image_hash: picture.hash,
        publication_key: key,
      });
      if (isNew && ctx.config.reviewNewAccounts) await hideForReview(trx, ctx.jobs, id);
    });
  } catch (error) {
    if (brokenUniqueKey(error) !== "prompts_publication_key") throw error;
    // A concurrent retry of the same publication was faster.
    await removePreview(ctx.storage, id);
    return publishPrompt(ctx, author, prompt, idempotencyKey);
  }
  ctx.responseCache.clear();
  return findPublished(ctx, author, id);
}

/** The author's prompt, which may wait for its review. @throws AppError as `findPromptForViewer` */
async function findPublished(ctx: Context, author: Viewer, id: number): Promise<PromptView> {
  return (await findOwnInReview(ctx, author, id)) ?? findPromptForViewer(ctx, author, String(id));
}

/** A link preview, and the title and picture that it shows. */
interface Drawing {
  title: string;
  hash: string;
  /** Absent when the picture's file is lost: the preview is then not replaced. */
  preview: Buffer | undefined;
}

/**
 * Edits an author's own prompt. Of concurrent edits the last one of each field wins; the link preview
 * always shows the resulting title and picture.
 * @throws AppError 404, 410 when moderation has hidden it, 403 for another author's prompt, 400 or 413 naming the invalid
 *   field, 429 when the user edits too much, 409 after too many concurrent edits, 401 or 403 when the user was deleted or blocked meanwhile
 */
export async function editPrompt(
  ctx: Context,
  author: Viewer,
  id: number,
  changes: PromptChanges,
): Promise<PromptView> {
  await ctx.rateLimits.consume("editPerAccount", author.id);
  refuseProfanity(changes);
  const { thumbnail_url } = changes;
  const title = changes.title ?? requireShown(await ownPrompt(ctx, author, id)).title;
  const picture =
    thumbnail_url === undefined ? undefined : await prepareAnnounced(ctx, author, thumbnail_url, title);
  const reviewed = await isReviewed(ctx, author);
  let drawing: Drawing | undefined = picture && { title, hash: picture.hash, preview: picture.preview };

  // Drawing is slow and happens outside the transaction, which then checks that the preview is still up to date.
  for (let attempt = 1; attempt <= DRAWINGS; attempt++) {
    const before = requireShown(await ownPrompt(ctx, author, id));
    const shown = shownOf(before, changes, picture);
    if (!isDrawn(before, shown) && !(drawing && isDrawn(drawing, shown))) {
      const source = picture ?? { hash: before.image_hash, width: before.image_width };
      drawing = {
        ...shown,
        preview: await redrawPreview(uploader(ctx, author), ctx.storage, source, shown.title),
      };
    }
    // Only files of newly drawn previews are stored.
    const transaction = drawing ? inFilesTransaction : inTransaction;
    const applied = await transaction(ctx.db, async (trx) => {
      await lockActiveUser(trx, author.id);
      return applyChanges(ctx, trx, id, changes, picture, drawing, reviewed);
    });
    if (applied) {
      ctx.responseCache.clear();
      return findPublished(ctx, author, id);
    }
  }
  throw new AppError(409, "conflict", inputMessages.changedElsewhere);
}

/** A picture announced for removal until the commit. */
interface AnnouncedPicture extends PreparedPicture {
  announced: Announced;
}

async function prepareAnnounced(
  ctx: Context,
  author: Viewer,
  upload: string | File,
  title: string,
): Promise<AnnouncedPicture> {
  const picture = await preparePicture(uploader(ctx, author), upload, title);
  await requireNotBarred(ctx.db, picture);
  return { ...picture, announced: await announcePicture(ctx, picture) };
}

type Shown = Pick<Drawing, "title" | "hash">;

/** Title and picture that the link preview must show after the edit. */
function shownOf(row: AuthoredRow, { title }: PromptChanges, picture: PreparedPicture | undefined): Shown {
  return { title: title ?? row.title, hash: picture?.hash ?? row.image_hash };
}

function isDrawn(drawn: Shown | AuthoredRow, shown: Shown): boolean {
  const hash = "hash" in drawn ? drawn.hash : drawn.image_hash;
  return drawn.title === shown.title && hash === shown.hash;
}

/** @returns false when the preview is outdated by a concurrent edit */
async function applyChanges(
  ctx: Context,
  trx: Transaction<DB>,
  id: number,
  changes: PromptChanges,
  picture: AnnouncedPicture | undefined,
  drawing: Drawing | undefined,
  reviewed: boolean,
): Promise<boolean> {
  const row = await selectAuthored(trx, id, true);
  if (!row) throw promptNotFound();
  requireShown(row);
  const shown = shownOf(row, changes, picture);
  const redrawn = !isDrawn(row, shown);
  if (redrawn && !(drawing && isDrawn(drawing, shown))) return false;

  const different = differences(row, changes, shown.hash);
  if (Object.keys(different).length === 0) return true;
  if (picture && different.image_hash) {
    await saveImage(trx, ctx.storage, picture);
    await withdrawAnnounced(ctx.jobs, trx, picture.announced);
    await enqueuePictureRemoval(ctx.jobs, trx, row.image_hash);
  }
  if (redrawn && drawing?.preview) await savePreview(ctx.storage, id, { preview: drawing.preview });
  if (picture && different.image_hash) await requireStillNotBarred(trx, picture);
  // Last, because it locks the counts of both tools until the commit.
  await updatePrompt(trx, id, different);
  // Otherwise a new author would replace what was reviewed.
  if (reviewed) await hideForReview(trx, ctx.jobs, id);
  return true;
}

/** The columns that really change. */
function differences(row: AuthoredRow, changes: PromptChanges, image_hash: string): AuthoredChanges {
  const { thumbnail_url: _, ...fields } = changes;
  return Object.fromEntries(
    Object.entries({ ...fields, image_hash }).filter(
      ([column, value]) => value !== undefined && value !== row[column as keyof AuthoredRow],
    ),
  );
}

/**
 * Deletes an author's own prompt with its picture and all reactions.
 * @throws AppError 404 when it does not exist, 403 when it is another author's
 */
export async function deleteOwnPrompt(ctx: Context, author: Viewer, id: number): Promise<void> {
  await ownPrompt(ctx, author, id);
  const removed = await inTransaction(ctx.db, (trx) => removePrompt(trx, ctx.jobs, id, author.id));
  if (!removed) throw promptNotFound();
  ctx.responseCache.clear();
}
