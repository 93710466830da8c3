/** Names what an answer shows of prompts, for the caches in front of the site (decision 54). */
import { LISTS, promptKey, userKey } from "#platform/http/shared-caches.ts";
import type { PromptView } from "#prompts/contract.ts";

/**
 * The keys of prompts, of their authors, and of what they were made from. A source that is not public is not named: who knows
 * when it comes back asks with the lists.
 */
export function keysOfPrompts(prompts: readonly PromptView[]): string[] {
  return prompts.flatMap(({ id, user_id, remixed_from }) => {
    const own = [promptKey(id), userKey(user_id)];
    if (!remixed_from) return own;
    const { direct, root } = remixed_from;
    if (!direct || !root) own.push(LISTS);
    return [
      ...own,
      ...[direct, root].flatMap((source) => (source ? [promptKey(source.id), userKey(source.user_id)] : [])),
    ];
  });
}
