/** Rules of authors: publishing a prompt, changing it, removing it. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { findProfanity } from "#language/profanity.ts";
import {
  inFilesTransaction,
  type PreparedPicture,
  preparePicture,
  redrawPreview,
  removePreview,
  saveImage,
  savePreview,
  type Uploader,
} from "#media/server/images.service.ts";
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
import { promptNotFound } from "./prompt-id.ts";
import { findPromptForViewer } from "./prompts.service.ts";
import { removePrompt } from "./removal.service.ts";

/** How often a link preview is drawn again because somebody else changed what it shows meanwhile. */
const DRAWINGS = 5;

const PROFANITY_CHECKS = [
  ["title", messages.titleProfane],
  ["content", messages.contentProfane],
  ["description", messages.descriptionProfane],
  ["image_alt", messages.altProfane],
] as const;

function refuseProfanity(texts: PromptChanges): void {
  for (const [field, message] of PROFANITY_CHECKS) {
    if (findProfanity(texts[field] ?? "").length > 0)
      throw new AppError(400, "profanity", message, { field });
  }
}

/** The author's own prompt. @throws AppError 404 when there is none, 403 when it is somebody else's */
async function ownPrompt(ctx: Pick<Context, "db">, author: Viewer, id: number): Promise<AuthoredRow> {
  const row = await selectAuthored(ctx.db, id);
  if (!row) throw promptNotFound();
  if (row.user_id !== author.id) throw new AppError(403, "forbidden", messages.notYours);
  return row;
}

const uploader = ({ rateLimits }: Context, { id }: Viewer): Uploader => ({ accountId: id, rateLimits });

/** @throws AppError 404 or 403 as the calls below do: for asking before an upload is read */
export async function requireAuthor(ctx: Pick<Context, "db">, viewer: Viewer, id: number): Promise<void> {
  await ownPrompt(ctx, viewer, id);
}

/**
 * What a publication is known by when it is sent again: the device's name for it together with all that is published, so
 * that nothing but the very same prompt counts as a repetition.
 */
function publicationKey(key: string, prompt: NewPrompt): string {
  const { title, content, description, llm_type_id, image_alt, thumbnail_url } = prompt;
  const sent = [key, title, content, description || null, llm_type_id, image_alt || null, thumbnail_url];
  return createHash("sha256").update(JSON.stringify(sent)).digest("hex");
}

/**
 * Publishes a prompt with its picture: all of it or nothing (specification, sections 1 and 5: no moderation step).
 * The picture's files are stored before the rows commit, so nobody sees a prompt without its picture.
 * @param name the device's name for this publication. The same prompt under the same name is published once: whoever sends
 *   it again, because the answer was lost, gets it as it is by now. Another prompt under that name is another prompt.
 * @throws AppError 400 or 413 naming the field that is refused, 429 when a person publishes too much, 401 or 403 when
 *   they are removed or blocked meanwhile
 */
export async function publishPrompt(
  ctx: Context,
  author: Viewer,
  prompt: NewPrompt,
  name: string | null = null,
): Promise<PromptView> {
  const key = name && publicationKey(name, prompt);
  const published = key && (await selectPublished(ctx.db, author.id, key));
  if (published) return findPromptForViewer(ctx, author, String(published));

  await ctx.rateLimits.consume("publishPerAccount", author.id);
  refuseProfanity(prompt);
  const picture = await preparePicture(uploader(ctx, author), prompt.thumbnail_url, prompt.title);
  const id = await reservePromptId(ctx.db);
  const announced = await announcePicture(ctx, picture, id);
  try {
    await inFilesTransaction(ctx.db, async (trx) => {
      // Whoever was blocked or removed while the picture was being prepared publishes nothing.
      await lockActiveUser(trx, author.id);
      await saveImage(trx, ctx.storage, picture);
      await savePreview(ctx.storage, id, picture);
      await withdrawAnnounced(ctx.jobs, trx, announced);
      // Last, because everybody who publishes for the same tool waits for its count from here to the commit.
      await insertPrompt(trx, {
        id,
        user_id: author.id,
        llm_type_id: prompt.llm_type_id,
        title: prompt.title,
        content: prompt.content,
        description: prompt.description || null,
        image_hash: picture.hash,
        image_alt: prompt.image_alt || null,
        publication_key: key,
      });
    });
  } catch (error) {
    if (brokenUniqueKey(error) !== "prompts_publication_key") throw error;
    // The same publication arrived twice at once, and the other one was first.
    await removePreview(ctx.storage, id);
    return publishPrompt(ctx, author, prompt, name);
  }
  ctx.responseCache.clear();
  return findPromptForViewer(ctx, author, String(id));
}

/** A link preview, and what it shows. */
interface Drawing {
  title: string;
  hash: string;
  /** Absent when the picture's file is lost: the preview then stays as it is. */
  preview: Buffer | undefined;
}

/**
 * Changes what is named of an author's own prompt. What holds in the end is the last change of each part; the link preview
 * always shows the title and the picture that hold.
 * @throws AppError 404, 403 for anybody else's prompt, 400 or 413 naming the field that is refused, 429 when a person
 *   changes too much, 409 when others never stop changing it, 401 or 403 when they are removed or blocked meanwhile
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
  const title = changes.title ?? (await ownPrompt(ctx, author, id)).title;
  const picture =
    thumbnail_url === undefined ? undefined : await prepareAnnounced(ctx, author, thumbnail_url, title);
  let drawing: Drawing | undefined = picture && { title, hash: picture.hash, preview: picture.preview };

  // Drawing takes long and happens outside of the transaction, which then looks whether it still shows what holds.
  for (let attempt = 1; attempt <= DRAWINGS; attempt++) {
    const before = await ownPrompt(ctx, author, id);
    const shown = shownOf(before, changes, picture);
    if (!isDrawn(before, shown) && !(drawing && isDrawn(drawing, shown))) {
      const source = picture ?? { hash: before.image_hash, width: before.image_width };
      drawing = {
        ...shown,
        preview: await redrawPreview(uploader(ctx, author), ctx.storage, source, shown.title),
      };
    }
    // Files are stored of what was drawn alone.
    const transaction = drawing ? inFilesTransaction : inTransaction;
    const applied = await transaction(ctx.db, async (trx) => {
      await lockActiveUser(trx, author.id);
      return applyChanges(ctx, trx, id, changes, picture, drawing);
    });
    if (applied) {
      ctx.responseCache.clear();
      return findPromptForViewer(ctx, author, String(id));
    }
  }
  throw new AppError(409, "conflict", messages.changedElsewhere);
}

/** A picture whose files may be stored. */
interface AnnouncedPicture extends PreparedPicture {
  announced: Announced;
}

async function prepareAnnounced(
  ctx: Context,
  author: Viewer,
  dataUrl: string,
  title: string,
): Promise<AnnouncedPicture> {
  const picture = await preparePicture(uploader(ctx, author), dataUrl, title);
  return { ...picture, announced: await announcePicture(ctx, picture) };
}

type Shown = Pick<Drawing, "title" | "hash">;

/** What a prompt's link preview must show once the changes are made. */
function shownOf(row: AuthoredRow, { title }: PromptChanges, picture: PreparedPicture | undefined): Shown {
  return { title: title ?? row.title, hash: picture?.hash ?? row.image_hash };
}

function isDrawn(drawn: Shown | AuthoredRow, shown: Shown): boolean {
  const hash = "hash" in drawn ? drawn.hash : drawn.image_hash;
  return drawn.title === shown.title && hash === shown.hash;
}

/** @returns false when the drawing does not show what would hold: another change came first */
async function applyChanges(
  ctx: Context,
  trx: Transaction<DB>,
  id: number,
  changes: PromptChanges,
  picture: AnnouncedPicture | undefined,
  drawing: Drawing | undefined,
): Promise<boolean> {
  const row = await selectAuthored(trx, id, true);
  if (!row) throw promptNotFound();
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
  // Last, because others wait for the counts of both tools from here to the commit.
  await updatePrompt(trx, id, different);
  return true;
}

/** The columns that the changes really change; an empty optional text is none. */
function differences(row: AuthoredRow, changes: PromptChanges, image_hash: string): AuthoredChanges {
  const { title, content, llm_type_id, description, image_alt } = changes;
  const wanted: AuthoredChanges = {
    title: title ?? row.title,
    content: content ?? row.content,
    llm_type_id: llm_type_id ?? row.llm_type_id,
    description: description === undefined ? row.description : description || null,
    image_alt: image_alt === undefined ? row.image_alt : image_alt || null,
    image_hash,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => value !== row[column as keyof AuthoredRow]),
  );
}

/**
 * Removes an author's own prompt, its picture and everybody's reactions to it.
 * @throws AppError 404 when it is not there (any more), 403 for anybody else's
 */
export async function deleteOwnPrompt(ctx: Context, author: Viewer, id: number): Promise<void> {
  await ownPrompt(ctx, author, id);
  const removed = await inTransaction(ctx.db, (trx) => removePrompt(trx, ctx.jobs, id, author.id));
  if (!removed) throw promptNotFound();
  ctx.responseCache.clear();
}
