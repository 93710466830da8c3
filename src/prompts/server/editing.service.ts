/** Rules for changing a published prompt: an author's edit, or an old version that is restored. */

import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { requireNotBarred, requireStillNotBarred } from "#media/server/barred-pictures.service.ts";
import { prepareUploadOrCover } from "#media/server/covers.ts";
import { inFilesTransaction, saveImage, savePreview } from "#media/server/images.service.ts";
import { type PreparedPicture, redrawPreview } from "#media/server/images.uploads.ts";
import {
  type Announced,
  announcePicture,
  enqueuePictureRemoval,
  withdrawAnnounced,
} from "#media/server/removal.jobs.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import type { PromptChanges, PromptFields, PromptView } from "#prompts/contract.ts";
import { inputMessages, profanityMessages } from "#prompts/input-messages.ts";
import { haveSameKeys } from "#prompts/tag-names.ts";
import { VERSIONED_COLUMNS, type VersionedColumn } from "#prompts/versions.ts";
import {
  type AuthoredChanges,
  type AuthoredRow,
  selectAuthored,
  updatePrompt,
  updateVersionNote,
} from "./authoring.queries.ts";
import { findPublished, ownPrompt, requireShown, uploader } from "./authoring.service.ts";
import { hideForReview } from "./hiding.service.ts";
import { isReviewed } from "./new-authors.service.ts";
import { promptNotFound } from "./prompt-id.ts";
import { changeRemixNote, requireStillDifferent } from "./remixes.service.ts";
import { resolveTags } from "./tags.service.ts";

/** Retries of drawing a link preview after a concurrent edit. */
const DRAWINGS = 5;

/** A picture announced for removal until the commit. */
interface AnnouncedPicture extends PreparedPicture {
  announced: Announced;
}

/** A picture that is stored already. */
type StoredPicture = Pick<PreparedPicture, "hash" | "width">;

/** Changes to a prompt. */
interface Edit {
  /** Omitted fields stay. */
  fields: Partial<PromptFields>;
  /** The new picture; undefined when the present one stays. */
  picture: AnnouncedPicture | StoredPicture | undefined;
  /** The author's note on the new version; undefined leaves the present one. */
  note: string | null | undefined;
  /** The author's note on the difference from the source; undefined leaves the present one. */
  remixNote?: string | null | undefined;
  /** Makes a version, however young the present one is. */
  ownVersion: boolean;
  /** Run with the prompt locked, before anything changes. @throws AppError if it may not */
  allow(trx: Transaction<DB>, row: AuthoredRow): Promise<void>;
}

/** A link preview, and the title and picture that it shows. */
interface Drawing {
  title: string;
  hash: string;
  /** Absent when the picture's file is lost: the preview is then not replaced. */
  preview: Buffer | undefined;
}

type Began = Pick<PromptChanges, "version" | "last_edit">;

/** @throws AppError 409 when the prompt is not as it was where the editor began */
function requireUnchanged(row: AuthoredRow, { version, last_edit }: Began): void {
  const lastEdit = row.edited_at?.toISOString() ?? null;
  if (
    (version !== undefined && version !== row.version) ||
    (last_edit !== undefined && last_edit !== lastEdit)
  )
    throw new AppError(409, "version_conflict", inputMessages.versionConflict, { field: "version" });
}

/**
 * Edits an author's own prompt. With `version` (and `last_edit`, for edits that make none) the second of two concurrent edits is
 * refused; without, the last one of each field wins. The link preview always shows the resulting title and picture.
 * @throws AppError 404, 410 when moderation has hidden it, 403 for another author's prompt, 400 or 413 naming the invalid
 *   field, also of a remix that becomes a copy, 429 when the user edits too much, 409 after another edit or too many concurrent ones, 401 or 403 when the user was
 *   deleted or blocked meanwhile
 */
export async function editPrompt(
  ctx: Context,
  author: Viewer,
  id: number,
  changes: PromptChanges,
): Promise<PromptView> {
  await ctx.rateLimits.consume("editPerAccount", author.id);
  refuseProfanity(changes, profanityMessages);
  const { thumbnail_url, version, last_edit, change_note, remix_note, own_version, ...fields } = changes;
  const row = requireShown(await ownPrompt(ctx, author, id));
  const began = { version, last_edit };
  requireUnchanged(row, began);
  await requireStillDifferent(ctx, id, row, changes);
  const title = fields.title ?? row.title;
  const picture =
    thumbnail_url === undefined ? undefined : await prepareAnnounced(ctx, author, thumbnail_url, title);
  const allow = async (_trx: Transaction<DB>, now: AuthoredRow) => requireUnchanged(now, began);
  const edit = {
    fields,
    picture,
    note: change_note,
    remixNote: remix_note,
    ownVersion: own_version ?? false,
    allow,
  };
  return applyEdit(ctx, author, id, edit, picture && { title, hash: picture.hash, preview: picture.preview });
}

async function prepareAnnounced(
  ctx: Context,
  author: Viewer,
  upload: string | File,
  title: string,
): Promise<AnnouncedPicture> {
  const picture = await prepareUploadOrCover(uploader(ctx, author), upload, title);
  await requireNotBarred(ctx.db, picture);
  return { ...picture, announced: await announcePicture(ctx, picture) };
}

/**
 * Changes an author's own prompt, with its link preview.
 * @param drawing the link preview, if it is drawn already
 * @throws AppError as {@link editPrompt}, without limits of its own
 */
export async function applyEdit(
  ctx: Context,
  author: Viewer,
  id: number,
  edit: Edit,
  drawing?: Drawing,
): Promise<PromptView> {
  const reviewed = await isReviewed(ctx, author);
  let drawn = drawing;
  // Drawing is slow and happens outside the transaction, which then checks that the preview is still up to date.
  for (let attempt = 1; attempt <= DRAWINGS; attempt++) {
    const before = requireShown(await ownPrompt(ctx, author, id));
    const shown = shownOf(before, edit);
    if (!isDrawn(before, shown) && !(drawn && isDrawn(drawn, shown))) {
      const source = edit.picture ?? { hash: before.image_hash, width: before.image_width };
      drawn = {
        ...shown,
        preview: await redrawPreview(uploader(ctx, author), ctx.storage, source, shown.title),
      };
    }
    // Only files of newly drawn previews are stored.
    const transaction = drawn ? inFilesTransaction : inTransaction;
    const applied = await transaction(ctx.db, async (trx) => {
      await lockActiveUser(trx, author.id);
      return applyChanges(ctx, trx, id, edit, drawn, reviewed);
    });
    if (applied) {
      ctx.responseCache.clear();
      return findPublished(ctx, author, id);
    }
  }
  throw new AppError(409, "conflict", inputMessages.changedElsewhere);
}

type PreviewContents = Pick<Drawing, "title" | "hash">;

/** Title and picture that the link preview must show after the edit. */
function shownOf(row: AuthoredRow, { fields, picture }: Edit): PreviewContents {
  return { title: fields.title ?? row.title, hash: picture?.hash ?? row.image_hash };
}

function isDrawn(drawn: PreviewContents | AuthoredRow, shown: PreviewContents): boolean {
  const hash = "hash" in drawn ? drawn.hash : drawn.image_hash;
  return drawn.title === shown.title && hash === shown.hash;
}

/** @returns false when the preview is outdated by a concurrent edit */
async function applyChanges(
  ctx: Context,
  trx: Transaction<DB>,
  id: number,
  edit: Edit,
  drawing: Drawing | undefined,
  reviewed: boolean,
): Promise<boolean> {
  const { fields, picture, note, remixNote } = edit;
  const row = await selectAuthored(trx, id, true);
  if (!row) throw promptNotFound();
  requireShown(row);
  await edit.allow(trx, row);
  const shown = shownOf(row, edit);
  const redrawn = !isDrawn(row, shown);
  if (redrawn && !(drawing && isDrawn(drawing, shown))) return false;

  const different = differences(row, fields, shown.hash);
  if (fields.tags && !haveSameKeys(fields.tags, row.tags))
    different.tag_ids = await resolveTags(trx, fields.tags);
  const isNoted = remixNote !== undefined && (await changeRemixNote(trx, id, remixNote));
  const isEdit = isNoted || Object.keys(different).some((column) => column !== "allow_remixes");
  if (picture && different.image_hash) {
    if ("announced" in picture) {
      await saveImage(trx, ctx.storage, picture);
      await withdrawAnnounced(ctx.jobs, trx, picture.announced);
    }
    // Its version may keep it; the job asks.
    await enqueuePictureRemoval(ctx.jobs, trx, row.image_hash);
  }
  if (redrawn && drawing?.preview) await savePreview(ctx.storage, id, { preview: drawing.preview });
  if (picture && different.image_hash) await requireStillNotBarred(trx, { fingerprint: null, ...picture });
  // Last, because it locks the counts of tools and tags until the commit.
  if (isEdit || different.allow_remixes !== undefined)
    await updatePrompt(trx, id, different, { ownVersion: edit.ownVersion, isEdit });
  if (note !== undefined) await updateVersionNote(trx, id, note);
  // Otherwise a new author would replace what was reviewed.
  if (reviewed && (isEdit || note)) await hideForReview(trx, ctx.jobs, id);
  return true;
}

/** Whether a prompt that becomes so gets a new version. */
export const makesVersion = (row: AuthoredRow, next: Pick<AuthoredRow, VersionedColumn>) =>
  VERSIONED_COLUMNS.some((column) => row[column] !== next[column]);

/** The columns that really change, but for the tags. */
function differences(
  row: AuthoredRow,
  { tags: _, ...fields }: Edit["fields"],
  image_hash: string,
): AuthoredChanges {
  return Object.fromEntries(
    Object.entries({ ...fields, image_hash }).filter(
      ([column, value]) => value !== undefined && value !== row[column as keyof AuthoredRow],
    ),
  );
}
