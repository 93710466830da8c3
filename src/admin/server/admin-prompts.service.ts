/** The admin's rules for prompts: the list and the removal. */
import {
  type AdminPrompt,
  type AdminPromptList,
  PROMPTS_REACH,
  type PromptsQuery,
  type RemovalAnswer,
} from "#admin/contract.ts";
import { countAllPrompts } from "#library/server/lists.service.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import {
  countRemovedPrompts,
  selectRemovedPrompts,
} from "#moderation/server/cases/removals.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import {
  countFound,
  type ModeratedPromptRow,
  type PromptSearch,
  selectAllPrompts,
  selectHiddenPrompts,
} from "#prompts/server/moderation.shared.queries.ts";
import { parsePromptId, promptNotFound } from "#prompts/server/prompt-id.ts";
import { type Admin, isNotified, pageRange, type Reasons, removalView, removeAsAdmin } from "./admin.ts";

/** The response's schema drops the row's other columns. */
function toView(ctx: Context, row: ModeratedPromptRow): AdminPrompt {
  const { user_id: id, username, email, created_at } = row;
  return {
    ...row,
    image: imageView(row),
    created_at: created_at.toISOString(),
    removal: null,
    user: { id, username, email, is_notified: isNotified(ctx, row) },
  };
}

/** A number, with or without `#`, also matches a prompt's id. */
function toSearch(words: string): PromptSearch {
  const id = Number(/^#?([1-9]\d{0,14})$/.exec(words)?.[1]);
  return { words, id: id || null };
}

/** A page of all prompts, of a search's results, newest first, or of the removed ones. */
export async function listAdminPrompts(
  ctx: Context,
  { page, search: words, state }: PromptsQuery,
): Promise<AdminPromptList> {
  if (state === "removed") return listRemovedPrompts(ctx, page);
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

/** The prompts that can be restored, the next to be deleted first. One that its author has deleted meanwhile is left out. */
async function listRemovedPrompts(ctx: Context, page: number): Promise<AdminPromptList> {
  const [removals, totalCount] = await Promise.all([
    selectRemovedPrompts(ctx.db, pageRange(page)),
    countRemovedPrompts(ctx.db),
  ]);
  const rows = await selectHiddenPrompts(
    ctx.db,
    removals.flatMap(({ prompt_id }) => prompt_id ?? []),
  );
  const prompts = removals.flatMap((removal) => {
    const row = rows.find(({ id }) => id === removal.prompt_id);
    return row ? [{ ...toView(ctx, row), removal: removalView(removal) }] : [];
  });
  return { prompts, totalCount, more: false };
}

/**
 * Removes a prompt, by a decision that can be undone.
 * @param reason mailed to the author and kept in the log
 * @throws AppError 404 when the prompt does not exist or is removed already
 */
export async function removePromptAsAdmin(
  ctx: Context,
  admin: Admin,
  id: string,
  reasons: Reasons,
): Promise<RemovalAnswer> {
  const target = { type: "prompt", id: String(parsePromptId(id)) } as const;
  const removed = await removeAsAdmin(ctx, admin, target, reasons);
  if (!removed) throw promptNotFound();
  return removed;
}
