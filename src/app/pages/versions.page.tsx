/** `/prompts/{id}/versoes`: a prompt's versions, and with `de` and `para` what changed between two. */

import type { Page } from "#app/page.ts";
import { isolated } from "#language/isolated.ts";
import {
  comparedVersions,
  differenceOptions,
  historyOptions,
} from "#prompts/client/versions/versions.queries.ts";
import { VersionsPage } from "#prompts/client/versions/versions-page.tsx";
import { messages } from "#prompts/messages.ts";
import { versionHead } from "./version-head.ts";

export const page: Page = {
  Component: ({ params: { id = "" } }) => <VersionsPage id={id} />,
  query: ["de", "para"],
  async load({ params: { id = "" }, search }, client, fetcher) {
    const options = historyOptions(id, fetcher);
    await client.prefetchQuery(options);
    const history = client.getQueryData(options.queryKey);
    const pair = history && history !== "removed" ? comparedVersions(history, search) : undefined;
    if (pair) await client.prefetchQuery(differenceOptions(id, pair, fetcher));
  },
  head({ path, params: { id = "" }, search }, client) {
    const history = client.getQueryData(historyOptions(id).queryKey);
    const pair = history && history !== "removed" ? comparedVersions(history, search) : undefined;
    return versionHead(path, history, messages.notFound, ({ versions, prompt_id }) => ({
      prompt_id,
      title: pair
        ? `Da versão ${pair.from} para a ${pair.to} de “${isolated(versions[0]?.title ?? "")}”`
        : `Versões de “${isolated(versions[0]?.title ?? "")}”`,
    }));
  },
};
