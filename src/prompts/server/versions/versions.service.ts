/** Rules for versions: reading and comparing them, bringing one back, erasing one. */

import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { asLine, toId } from "#language/text.ts";
import { enqueuePictureRemoval } from "#media/server/removal.jobs.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import type { PromptView } from "#prompts/contract.ts";
import { FIELDS, KEPT_FIELDS, pick } from "#prompts/fields.ts";
import { profanityMessages } from "#prompts/input-messages.ts";
import { selectAuthored } from "#prompts/server/authoring.queries.ts";
import { ownPrompt, requireShown } from "#prompts/server/authoring.service.ts";
import { applyEdit, makesVersion } from "#prompts/server/editing.service.ts";
import { promptNotFound, promptRemoved } from "#prompts/server/prompt-id.ts";
import { selectIsHidden } from "#prompts/server/prompts.queries.ts";
import { versionMessages } from "#prompts/version-messages.ts";
import {
  type Comparison,
  MAX_NUMBER,
  type PromptHistory,
  type PromptVersion,
  partOf,
  VERSION_TEXTS,
  type VersionDifference,
  type VersionText,
} from "#prompts/versions.ts";
import { compareTexts } from "./difference.ts";
import { deleteVersion, selectHistory, selectVersion, type WholeVersionRow } from "./versions.queries.ts";

type ReadContext = Pick<PublicContext, "db">;

const versionNotFound = () => new AppError(404, "version_not_found", versionMessages.versionNotFound);

/** A version's number in a path. @throws AppError 404 */
export function parseVersion(text: string): number {
  const number = toId(text);
  if (number === undefined || number > MAX_NUMBER) throw versionNotFound();
  return number;
}

/** Why a prompt has no versions to show. */
async function missing({ db }: ReadContext, id: number): Promise<AppError> {
  const isHidden = await selectIsHidden(db, id);
  if (isHidden === undefined) return promptNotFound();
  return isHidden ? promptRemoved() : versionNotFound();
}

/**
 * All versions of a public prompt, the newest first.
 * @throws AppError 404 when there is none, 410 when moderation has hidden it
 */
export async function listVersions(ctx: ReadContext, id: number): Promise<PromptHistory> {
  const rows = await selectHistory(ctx.db, id);
  const [newest] = rows;
  if (!newest) throw await missing(ctx, id);
  return {
    prompt_id: id,
    user_id: newest.user_id,
    user: { username: newest.username },
    versions: rows.map((row, index) => ({
      number: row.number,
      is_current: row.is_current,
      title: row.title,
      note: row.note,
      created_at: row.created_at.toISOString(),
      changed: index === rows.length - 1 ? [] : row.changed.map(partOf),
    })),
  };
}

/** Null when the picture is gone. */
function pictureOf({ image_hash, image_alt, width, height, animated, color }: WholeVersionRow) {
  if (image_hash === null || width === null || height === null || animated === null || color === null)
    return null;
  return { image_hash, image_alt, width, height, animated, color };
}

function imageOf(row: WholeVersionRow) {
  const picture = pictureOf(row);
  return picture && imageView(picture);
}

const toVersion = (prompt_id: number, row: WholeVersionRow): PromptVersion => ({
  prompt_id,
  user_id: row.user_id,
  user: { username: row.username },
  number: row.number,
  is_current: row.is_current,
  note: row.note,
  created_at: row.created_at.toISOString(),
  newest: row.newest,
  ...pick(row, VERSION_TEXTS),
  llm_type: { id: row.llm_type_id, name: row.llm_type_name },
  image: imageOf(row),
});

/**
 * A version of a public prompt.
 * @param number undefined for the newest
 * @throws AppError 404 when there is none, 410 when moderation has hidden the prompt
 */
export async function findVersion(ctx: ReadContext, id: number, number?: number): Promise<PromptVersion> {
  const row = await selectVersion(ctx.db, id, number ?? null);
  if (!row) throw await missing(ctx, id);
  return toVersion(id, row);
}

/** Texts and picture of a version of a public prompt, as moderation keeps them. */
export async function findVersionForModeration(db: Context["db"], id: number, number: number) {
  const row = await selectVersion(db, id, number);
  if (!row) return undefined;
  const edited_at = row.created_at.toISOString();
  return { ...pick(row, VERSION_TEXTS), image: pictureOf(row), version: row.number, edited_at };
}

/** The difference between two versions; otherwise as {@link findVersion}. */
export async function compareVersions(
  ctx: ReadContext,
  id: number,
  number: number,
  other: number | undefined,
): Promise<VersionDifference> {
  const [from, to] = await Promise.all([findVersion(ctx, id, number), findVersion(ctx, id, other)]);
  const compared = VERSION_TEXTS.map((field) => [field, compareTexts(from[field] ?? "", to[field] ?? "")]);
  return { from, to, ...(Object.fromEntries(compared) as Record<VersionText, Comparison>) };
}

/** Its fields, perhaps from before they were of one line. */
function enteringAnew(row: WholeVersionRow) {
  const fields = pick(row, KEPT_FIELDS);
  const lines = KEPT_FIELDS.flatMap((field) => {
    const value = row[field];
    return FIELDS[field].kind === "line" && typeof value === "string" ? [[field, asLine(value)]] : [];
  });
  return { ...fields, ...Object.fromEntries(lines) } as typeof fields;
}

/**
 * Makes an old version the prompt again, as a new version; where its picture is gone, the present one stays.
 * @throws AppError as `editPrompt`; 404 when there is no such version
 */
export async function restoreVersion(
  ctx: Context,
  author: Viewer,
  id: number,
  number: number,
): Promise<PromptView> {
  await ctx.rateLimits.consume("editPerAccount", author.id);
  const now = requireShown(await ownPrompt(ctx, author, id));
  const row = await selectVersion(ctx.db, id, number);
  if (!row) throw versionNotFound();
  const { image_hash, width } = row;
  const fields = enteringAnew(row);
  refuseProfanity(fields, profanityMessages);
  const picture = image_hash !== null && width !== null ? { hash: image_hash, width } : undefined;
  const isNew = makesVersion(now, { ...fields, image_hash: picture?.hash ?? now.image_hash });
  return applyEdit(ctx, author, id, {
    fields,
    picture,
    // Otherwise it would take the place of the present version's own.
    note: isNew ? versionMessages.restoredNote(number) : undefined,
    ownVersion: true,
    async allow(trx) {
      // It may have been erased meanwhile, and its picture with it.
      if ((await selectVersion(trx, id, number)) === undefined) throw versionNotFound();
    },
  });
}

/**
 * Erases an old version for good; a job of the same commit removes its picture, unless something else has it.
 * @throws AppError 404 when there is none, 403 for another author's prompt, 410 when moderation has hidden it, 409 for the newest
 */
export async function eraseVersion(ctx: Context, author: Viewer, id: number, number: number): Promise<void> {
  await ctx.rateLimits.consume("editPerAccount", author.id);
  await ownPrompt(ctx, author, id);
  await inTransaction(ctx.db, async (trx) => {
    const row = await selectAuthored(trx, id, true);
    if (!row) throw promptNotFound();
    requireShown(row);
    if (row.version === number) throw new AppError(409, "version_current", versionMessages.versionCurrent);
    const erased = await deleteVersion(trx, id, number);
    if (!erased) throw versionNotFound();
    if (erased.image_hash) await enqueuePictureRemoval(ctx.jobs, trx, erased.image_hash);
  });
  ctx.responseCache.clear();
}
