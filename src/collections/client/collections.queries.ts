/** Queries and mutations of collections, and their cache. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type {
  CollectionChanges,
  CollectionSummary,
  CollectionView,
  ItemChanges,
  ItemPlace,
  NewCollection,
  OwnCollection,
} from "#collections/contract.ts";
import { collectionApi, collectionPageApi, itemApi } from "#collections/paths.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";

/**
 * One collection; null when there is none, or it is another's private one.
 * @param id 0 for a malformed address
 */
export function collectionOptions(id: number, fetcher: Fetcher = fetchApi) {
  return queryOptions({
    queryKey: [collectionApi(id)],
    queryFn: () =>
      fetcher<CollectionView>(collectionPageApi(id)).catch((error: unknown): null => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
}

const OWN = "/api/collections";

/** The viewer's collections. @param promptId whether each has this prompt is told too */
export function ownCollectionsOptions(userId: string, promptId?: number) {
  const query = promptId === undefined ? "" : `?prompt=${promptId}`;
  return queryOptions({
    queryKey: [OWN, userId, promptId ?? null],
    queryFn: () => fetchApi<OwnCollection[]>(OWN + query),
    enabled: () => getSession().user?.id === userId,
    // The list used last stands first, whichever window used it.
    staleTime: 0,
  });
}

const publicPath = (userId: string) => `/api/users/${userId}/collections`;

/** A user's public collections. */
export function publicCollectionsOptions(userId: string, fetcher: Fetcher = fetchApi) {
  const path = publicPath(userId);
  return queryOptions({ queryKey: [path], queryFn: () => fetcher<CollectionSummary[]>(path) });
}

/** Fetches the lists of the viewer's collections again; the present ones are shown meanwhile. */
function askListsAgain(client: QueryClient): void {
  for (const path of [OWN, publicPath(getSession().user?.id ?? "")])
    void client.invalidateQueries({ queryKey: [path] });
}

/** @throws ApiError naming the field that the server refuses */
export async function createCollection(
  client: QueryClient,
  collection: NewCollection,
): Promise<CollectionView> {
  const made = await fetchApi<CollectionView>(OWN, { method: "POST", body: collection });
  client.setQueryData(collectionOptions(made.id).queryKey, made);
  askListsAgain(client);
  return made;
}

/** @throws ApiError naming the refused field; 409 when it was changed elsewhere */
export async function changeCollection(
  client: QueryClient,
  id: number,
  changes: CollectionChanges,
): Promise<CollectionView> {
  const changed = await fetchApi<CollectionView>(collectionApi(id), { method: "PATCH", body: changes });
  client.setQueryData(collectionOptions(id).queryKey, changed);
  askListsAgain(client);
  return changed;
}

/** Deletes a collection; succeeds if it no longer exists. @param leave called before its page loses it */
export async function deleteCollection(client: QueryClient, id: number, leave?: () => void): Promise<void> {
  await fetchApi<void>(collectionApi(id), { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  leave?.();
  // Its page, still shown while the next one loads, must not ask for it.
  void client.invalidateQueries({ queryKey: collectionOptions(id).queryKey, refetchType: "none" });
  askListsAgain(client);
}

/** Saves a prompt in a collection, or changes its note or place there. Ask for the collection again afterwards. */
export function putItem(id: number, promptId: number, changes: ItemChanges = {}): Promise<ItemPlace> {
  return fetchApi<ItemPlace>(itemApi(id, promptId), { method: "PUT", body: changes });
}

/** Moves an entry, unless another window has taken it out; otherwise as {@link putItem}. @throws ApiError 412 then */
export function moveItem(id: number, promptId: number, position: number): Promise<ItemPlace> {
  const headers = { "if-match": "*" };
  return fetchApi<ItemPlace>(itemApi(id, promptId), { method: "PUT", body: { position }, headers });
}

/** Takes a prompt out of a collection; otherwise as {@link putItem}. */
export function removeItem(id: number, promptId: number): Promise<void> {
  return fetchApi<void>(itemApi(id, promptId), { method: "DELETE" });
}

/** Asks for a collection again, whose entries have changed. */
export function refreshCollection(client: QueryClient, id: number): Promise<void> {
  return client.invalidateQueries({ queryKey: [collectionApi(id)] });
}
