/** The admin's rules for prompts: the list and the removal. */
import { type AdminPrompt, type AdminPromptList, PROMPTS_REACH, type SearchQuery } from "#admin/contract.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import {
  countFound,
  lockPrompt,
  type ModeratedPromptRow,
  type PromptSearch,
  selectAllPrompts,
} from "#prompts/server/moderation.service.ts";
import { parsePromptId, promptNotFound } from "#prompts/server/prompt-id.ts";
import { countAllPrompts } from "#prompts/server/prompts.service.ts";
import { removePrompt } from "#prompts/server/removal.service.ts";
import { type Admin, isNotified, pageRange } from "./admin.ts";
import { logAction } from "./audit-log.service.ts";

/** The response's schema drops the row's other columns. */
function toView(ctx: Context, row: ModeratedPromptRow): AdminPrompt {
  const { user_id: id, username, email, created_at } = row;
  return {
    ...row,
    image: imageView(row),
    created_at: created_at.toISOString(),
    user: { id, username, email, is_notified: isNotified(ctx, row) },
  };
}

/** A number, with or without `#`, also matches a prompt's id. */
function toSearch(words: string): PromptSearch {
  const id = Number(/^#?([1-9]\d{0,14})$/.exec(words)?.[1]);
  return { words, id: id || null };
}

/** A page of all prompts or of a search's results, newest first. */
export async function listAdminPrompts(
  ctx: Context,
  { page, search: words }: SearchQuery,
): Promise<AdminPromptList> {
  const search = words ? toSearch(words) : undefined;
  const range = pageRange(page);
  const limit = search ? Math.max(0, Math.min(range.limit, PROMPTS_REACH - range.offset)) : range.limit;
  const [rows, total] = await Promise.all([
    selectAllPrompts(ctx.db, search, { ...range, limit }),
    search ? countFound(ctx.db, search, PROMPTS_REACH + 1) : countAllPrompts(ctx),
  ]);
  const more = search !== undefined && total > PROMPTS_REACH;
  return {
    prompts: rows.map((row) => toView(ctx, row)),
    totalCount: more ? PROMPTS_REACH : total,
    more,
  };
}

/**
 * Deletes a prompt with its likes, favourites and pictures, writes the log and mails the author, in one transaction.
 * @param reason mailed to the author and kept in the log
 * @throws AppError 404 when the prompt does not exist
 */
export async function removePromptAsAdmin(
  ctx: Context,
  admin: Admin,
  id: string,
  reason: string | null,
): Promise<void> {
  const promptId = parsePromptId(id);
  const email = await inTransaction(ctx.db, async (trx) => {
    const prompt = await lockPrompt(trx, promptId);
    if (!prompt) throw promptNotFound();
    const { title, user_id, is_blocked, ...author } = prompt;
    await logAction(
      ctx,
      trx,
      admin,
      { ...author, id: user_id },
      {
        action: "prompt_removed",
        reason,
        prompts: 1,
        prompt: { id: promptId, title },
        notice: { kind: "prompt-removed", title, isBlocked: is_blocked, reason },
      },
    );
    await removePrompt(trx, ctx.jobs, promptId);
    return author.email;
  });
  admin.report("prompt_removed", email);
  ctx.responseCache.clear();
}
