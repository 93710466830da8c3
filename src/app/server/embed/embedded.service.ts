/** Finds what other sites embed; read from the response cache, where the page's own data is too. */
import type { CollectionView } from "#collections/contract.ts";
import { collectionIdOf, collectionPageApi } from "#collections/paths.ts";
import { collectionNotFound, findPublicCollection } from "#collections/server/collections.service.ts";
import type { PublicContext } from "#platform/context.ts";
import { INTERNAL_CALLER } from "#platform/http/semaphore.ts";
import type { PromptView } from "#prompts/contract.ts";
import type { EmbeddedKind } from "#prompts/embed.ts";
import { keysOfPrompts } from "#prompts/server/cache-keys.ts";
import { parsePromptId } from "#prompts/server/prompt-id.ts";
import { findPrompt } from "#prompts/server/prompts.service.ts";

export type Embedded =
  | { kind: "prompts"; id: number; prompt: PromptView }
  | { kind: "colecoes"; id: number; collection: CollectionView };

/**
 * @param name the last part of its address
 * @param who whose time counts: an address
 * @throws AppError 404 when there is none or it is private, 410 for a prompt that moderation has hidden
 */
export async function findEmbedded(
  ctx: Pick<PublicContext, "db" | "rateLimits" | "responseCache">,
  kind: EmbeddedKind,
  name: string,
  who: string,
): Promise<Embedded> {
  if (kind === "prompts") {
    const id = parsePromptId(name);
    const prompt = await ctx.responseCache.shared(
      `/api/prompts/${id}`,
      () => findPrompt(ctx, name),
      INTERNAL_CALLER,
    );
    return { kind, id, prompt };
  }
  const id = collectionIdOf(name);
  if (id === 0) throw collectionNotFound();
  const collection = await ctx.responseCache.shared(
    collectionPageApi(id),
    () => findPublicCollection(ctx, id, who, "limited"),
    who,
  );
  return { kind, id, collection };
}

/** Keys under which shared caches keep the answer; a collection goes with the lists. */
export const keysOf = (found: Embedded): { keys?: string[] } =>
  found.kind === "prompts" ? { keys: keysOfPrompts([found.prompt]) } : {};
