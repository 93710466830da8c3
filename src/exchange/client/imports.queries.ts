/** Calls of imports and exports, and what becomes of the cache. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type { ImportRequest, ImportView, Preview, PreviewRequest, Undone } from "#exchange/contract.ts";
import { IMPORT_PREVIEW, IMPORTS, importApi } from "#exchange/paths.ts";
import { fetchApi } from "#platform/client/api.ts";
import { PUBLICATION_KEY } from "#prompts/catalog.ts";

/** Milliseconds: a file has megabytes, and some thousand prompts take seconds. */
const LONG_CALL = 120_000;

/** The viewer's imports that can be undone. */
export function importsOptions(userId: string) {
  return queryOptions({
    queryKey: [IMPORTS, userId],
    queryFn: () => fetchApi<ImportView[]>(IMPORTS),
    enabled: () => getSession().user?.id === userId,
    staleTime: 0,
  });
}

/** @throws ApiError that says why the file cannot be read */
export const previewImport = (body: PreviewRequest): Promise<Preview> =>
  fetchApi(IMPORT_PREVIEW, { method: "POST", body, timeout: LONG_CALL });

/** Prompts and collections have come or gone: all lists are asked for again. */
function askAgain(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === "string" && path.startsWith("/api/"),
  });
}

/** @param key the same for each retry: what has happened already is not done again */
export async function importPrompts(
  client: QueryClient,
  body: ImportRequest,
  key: string,
): Promise<ImportView> {
  const headers = { [PUBLICATION_KEY]: key };
  const made = await fetchApi<ImportView>(IMPORTS, { method: "POST", body, headers, timeout: LONG_CALL });
  askAgain(client);
  return made;
}

export async function undoImport(client: QueryClient, id: number): Promise<Undone> {
  const undone = await fetchApi<Undone>(importApi(id), { method: "DELETE" });
  askAgain(client);
  return undone;
}
