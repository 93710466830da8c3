/** Rules for authors: publishing and deleting a prompt. Changing one: editing.service.ts. */

import { createHash } from "node:crypto";
import { readsOwn, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { requireNotBarred, requireStillNotBarred } from "#media/server/barred-pictures.service.ts";
import { prepareUploadOrCover } from "#media/server/covers.ts";
import { inFilesTransaction, removePreview, saveImage, savePreview } from "#media/server/images.service.ts";
import type { Uploader } from "#media/server/images.uploads.ts";
import { announcePicture, withdrawAnnounced } from "#media/server/removal.jobs.ts";
import type { Context } from "#platform/context.ts";
import { brokenUniqueKey } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import type { NewPrompt, PromptView } from "#prompts/contract.ts";
import { profanityMessages } from "#prompts/input-messages.ts";
import { messages } from "#prompts/messages.ts";
import {
  type AuthoredRow,
  insertPrompt,
  reservePromptId,
  selectAuthored,
  selectPublished,
} from "./authoring.queries.ts";
import { hideForReview } from "./hiding.service.ts";
import {
  countNewAuthorsPublication,
  isNewAuthor,
  requireNewAuthorMayPublish,
} from "./new-authors.service.ts";
import { promptNotFound, promptRemoved } from "./prompt-id.ts";
import { findOwnInReview, findPrompt, findPromptForViewer } from "./prompts.service.ts";
import { creditSources, holdSources, requireRemix } from "./remixes.service.ts";
import { resolveTags } from "./tags.service.ts";

/** The author's own prompt. @throws AppError 404 when it does not exist, 403 when it is another author's */
export async function ownPrompt(ctx: Pick<Context, "db">, author: Viewer, id: number): Promise<AuthoredRow> {
  const row = await selectAuthored(ctx.db, id);
  if (!row) throw promptNotFound();
  if (row.user_id !== author.id) throw new AppError(403, "forbidden", messages.notYours);
  return row;
}

/** A prompt that moderation has hidden cannot be edited, so that it stays what was judged. @throws AppError 410 */
export function requireShown(row: AuthoredRow): AuthoredRow {
  if (row.hidden_at) throw promptRemoved();
  return row;
}

/** On whose account a picture is worked on. */
export const uploader = ({ rateLimits }: Context, { id }: Viewer): Uploader => ({
  accountId: id,
  rateLimits,
});

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
 * @throws AppError as `requireRemix`, 400, 413 or 422 naming the invalid field, 429 when the user publishes too much, 401 or 403 when
 *   the user was deleted or blocked meanwhile, 503 when too many pictures or files wait
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
  refuseProfanity(prompt, profanityMessages);
  await requireRemix(ctx, author, prompt);
  const { thumbnail_url, tags, remixed_from, remix_note = null, ...fields } = prompt;
  const picture = await prepareUploadOrCover(uploader(ctx, author), thumbnail_url, prompt.title);
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
      const tag_ids = await resolveTags(trx, tags ?? []);
      const sources = remixed_from && (await holdSources(trx, author, id, remixed_from));
      // After the slow steps: it locks the counts of tool and tags until the commit, and other publications with them wait.
      await insertPrompt(trx, {
        ...fields,
        id,
        tag_ids,
        user_id: author.id,
        image_hash: picture.hash,
        publication_key: key,
      });
      if (sources) await creditSources(trx, id, sources, remix_note);
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
export async function findPublished(ctx: Context, author: Viewer, id: number): Promise<PromptView> {
  const own = await findOwnInReview(ctx, author, id);
  return (
    own ?? (readsOwn(author) ? findPromptForViewer(ctx, author, String(id)) : findPrompt(ctx, String(id)))
  );
}
