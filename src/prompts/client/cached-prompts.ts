/** Changes one prompt in all cached answers that have it (lists, trending, detail, favourites) at once. */
import type { Query, QueryClient } from "@tanstack/react-query";
import type { ReactablePrompt, Reactions } from "#reactions/client/reactions.queries.ts";
import type { ResultCounts } from "#results/contract.ts";

/** Fields of a shown prompt that change. */
type Changes = Partial<Reactions & ResultCounts>;

function isPrompt(value: unknown): value is ReactablePrompt {
  return typeof value === "object" && value !== null && "likes_count" in value && "id" in value;
}

/** @returns the same list when nothing in it changed, so that nothing is drawn again */
function changeItems(items: unknown[], id: number, changes: Changes): unknown[] {
  if (!items.some((item) => isPrompt(item) && item.id === id)) return items;
  return items.map((item) => changePrompt(item, id, changes));
}

/** An answer of the API (a prompt, an array of them, or `{data}`) with one prompt changed; the same if it is not in it. */
export function changePrompt(answer: unknown, id: number, changes: Changes): unknown {
  if (isPrompt(answer)) return answer.id === id ? { ...answer, ...changes } : answer;
  if (Array.isArray(answer)) return changeItems(answer, id, changes);
  if (typeof answer === "object" && answer !== null && "data" in answer && Array.isArray(answer.data)) {
    const data = changeItems(answer.data, id, changes);
    return data === answer.data ? answer : { ...answer, data };
  }
  return answer;
}

const holdsPrompts = ({ queryKey: [path] }: Query) =>
  typeof path === "string" && /^\/api\/(prompts|users)(\/|$)/.test(path);

/** Changes a prompt in every cached answer. */
export function changeCachedPrompt(client: QueryClient, id: number, changes: Changes): void {
  client.setQueriesData({ predicate: holdsPrompts }, (answer: unknown) => changePrompt(answer, id, changes));
}

/** An answer without a prompt that is no more: off its list, or null in its own place; the same if it is not in it. */
function withoutPrompt(answer: unknown, id: number): unknown {
  if (isPrompt(answer)) return answer.id === id ? null : answer;
  const isIt = (item: unknown) => isPrompt(item) && item.id === id;
  if (Array.isArray(answer)) return answer.some(isIt) ? answer.filter((item) => !isIt(item)) : answer;
  const { data, pagination } = (answer ?? {}) as { data?: unknown; pagination?: { total: number } };
  if (!Array.isArray(data) || !data.some(isIt)) return answer;
  return {
    ...(answer as object),
    data: data.filter((item) => !isIt(item)),
    ...(pagination && { pagination: { ...pagination, total: pagination.total - 1 } }),
  };
}

/** Takes a prompt that is no more out of every cached answer. */
export function dropCachedPrompt(client: QueryClient, id: number): void {
  client.setQueriesData({ predicate: holdsPrompts }, (answer: unknown) => withoutPrompt(answer, id));
}

/**
 * Stops refetches under way while something changes: they may tell of the time before, and would show it again.
 * @returns fetches them again, with what was asked for meanwhile
 */
export function holdRefetches(client: QueryClient): () => void {
  const isUnderWay = (query: Query) => query.state.fetchStatus !== "idle" && holdsPrompts(query);
  const held = new Set(
    client
      .getQueryCache()
      .findAll({ predicate: (query) => isUnderWay(query) && query.state.data !== undefined }),
  );
  void client.cancelQueries({ predicate: (query) => held.has(query) });
  return () => void client.invalidateQueries({ predicate: (query) => held.has(query) || isUnderWay(query) });
}
