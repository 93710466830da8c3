/** Prompts that resemble one: those that share its tags, then the most liked of its tool. */
import type { Context } from "#platform/context.ts";
import { type PromptView, RELATED_SIZE } from "#prompts/contract.ts";
import { countPrompts } from "./list-filter.queries.ts";
import { findPrompt, listPrompts, toView } from "./prompts.service.ts";
import { orderedPage } from "./search/search.service.ts";
import { selectTagIds } from "./tags.queries.ts";

/** The most liked prompts with one of the tags; the related ones are those of them that share most. */
const COMPARED = 24;

/**
 * At most RELATED_SIZE public prompts, the most related first. The prompt itself and its tool's list come from the response
 * cache, where its page and those of others have asked for them.
 * @throws AppError 404 or 410 as `findPrompt`
 */
export async function listRelated(
  ctx: Pick<Context, "db" | "responseCache">,
  id: number,
): Promise<PromptView[]> {
  const prompt = await ctx.responseCache.shared(`/api/prompts/${id}`, () => findPrompt(ctx, String(id)));
  const tagged = (await listSharing(ctx, prompt)).slice(0, RELATED_SIZE);
  if (tagged.length === RELATED_SIZE) return tagged;
  const known = new Set([prompt, ...tagged].map((one) => one.id));
  const llmTypeId = prompt.llm_type_id;
  // As many as are needed if all known ones are among them.
  const list = { page: 1, limit: 2 * RELATED_SIZE, orderBy: "top", llmTypeId } as const;
  const { data } = await ctx.responseCache.shared(`/api/prompts ${JSON.stringify(list)}`, () =>
    listPrompts(ctx, list),
  );
  return [...tagged, ...data.filter((other) => !known.has(other.id))].slice(0, RELATED_SIZE);
}

/** Those that share most tags first; among equals those for the same tool, then the most liked. */
async function listSharing({ db }: Pick<Context, "db">, prompt: PromptView): Promise<PromptView[]> {
  if (prompt.tags.length === 0) return [];
  const [tagIds, total] = await Promise.all([selectTagIds(db, prompt.id), countPrompts(db, {})]);
  const search = { words: "", where: "tagged" } as const;
  const page = { limit: COMPARED, offset: 0 };
  const { rows } = await orderedPage({ db }, search, { order: "top", tagIds }, total, page);
  const tags = new Set(prompt.tags);
  const rank = (other: PromptView) =>
    2 * other.tags.filter((name) => tags.has(name)).length +
    (other.llm_type_id === prompt.llm_type_id ? 1 : 0);
  return rows
    .map(toView)
    .filter((other) => other.id !== prompt.id)
    .sort((one, other) => rank(other) - rank(one));
}
