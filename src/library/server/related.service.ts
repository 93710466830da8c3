/** Prompts that resemble one: those that share its tags, then the most liked of its tool. */
import type { PublicContext } from "#platform/context.ts";
import { INTERNAL_CALLER } from "#platform/http/semaphore.ts";
import { type PromptView, RELATED_SIZE } from "#prompts/contract.ts";
import { findPrompt, toView } from "#prompts/server/prompts.service.ts";
import { countPrompts } from "./list-filter.queries.ts";
import { listPrompts } from "./lists.service.ts";
import { selectRemixesAmong, selectTagIds } from "./related.queries.ts";
import { orderedPage } from "./search/search.service.ts";

/** The most liked prompts with one of the tags; the related ones are those of them that share most. */
const COMPARED = 24;

/**
 * At most RELATED_SIZE public prompts, the most related first. What it was made from and what was made from it have a place of
 * their own on its page. The prompt itself and its tool's list come from the response cache, where its page and those of
 * others have asked for them.
 * @throws AppError 404 or 410 as `findPrompt`
 */
export async function listRelated(
  ctx: Pick<PublicContext, "db" | "responseCache">,
  id: number,
): Promise<PromptView[]> {
  const prompt = await ctx.responseCache.shared(
    `/api/prompts/${id}`,
    () => findPrompt(ctx, String(id)),
    INTERNAL_CALLER,
  );
  const tagged = (await withoutKin(ctx, prompt, await listSharing(ctx, prompt))).slice(0, RELATED_SIZE);
  if (tagged.length === RELATED_SIZE) return tagged;
  const known = new Set(tagged.map((one) => one.id));
  const llmTypeId = prompt.llm_type_id;
  // Enough even if all known ones are among them; the number of remixes is unknown.
  const limit = prompt.has_remixes ? COMPARED : 2 * RELATED_SIZE;
  const list = { page: 1, limit, orderBy: "top", llmTypeId } as const;
  const { data } = await ctx.responseCache.shared(
    `/api/prompts ${JSON.stringify(list)}`,
    () => listPrompts(ctx, list),
    INTERNAL_CALLER,
  );
  const others = data.filter((other) => !known.has(other.id));
  return [...tagged, ...(await withoutKin(ctx, prompt, others))].slice(0, RELATED_SIZE);
}

/** Related prompts without the prompt itself, its source and its remixes. */
async function withoutKin(
  { db }: Pick<PublicContext, "db">,
  { id, remixed_from, has_remixes }: PromptView,
  prompts: PromptView[],
): Promise<PromptView[]> {
  const kin = new Set([id, remixed_from?.direct?.id, remixed_from?.root?.id]);
  const ids = prompts.map((one) => one.id);
  if (has_remixes) for (const remix of await selectRemixesAmong(db, id, ids)) kin.add(remix);
  return prompts.filter((one) => !kin.has(one.id));
}

/** Those that share most tags first; among equals those for the same tool, then the most liked. */
async function listSharing({ db }: Pick<PublicContext, "db">, prompt: PromptView): Promise<PromptView[]> {
  if (prompt.tags.length === 0) return [];
  const [tagIds, total] = await Promise.all([selectTagIds(db, prompt.id), countPrompts(db, {})]);
  const search = { words: "", where: "tagged" } as const;
  const page = { limit: COMPARED, offset: 0 };
  const { rows } = await orderedPage({ db }, search, { order: "top", tagIds }, total, page);
  const tags = new Set(prompt.tags);
  const rank = (other: PromptView) =>
    2 * other.tags.filter((name) => tags.has(name)).length +
    (other.llm_type_id === prompt.llm_type_id ? 1 : 0);
  return rows.map(toView).sort((one, other) => rank(other) - rank(one));
}
