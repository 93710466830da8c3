/** `/prompts/{id}/versoes/{number}`: an old version of a prompt. */

import type { Page } from "#app/page.ts";
import { isolated } from "#language/isolated.ts";
import { VersionPage } from "#prompts/client/versions/version-page.tsx";
import { versionOptions } from "#prompts/client/versions/versions.queries.ts";
import { versionMessages } from "#prompts/version-messages.ts";
import { versionHead } from "./version-head.ts";

export const page: Page = {
  Component: ({ params: { id = "", number = "" } }) => <VersionPage id={id} number={number} />,
  load: ({ params: { id = "", number = "" } }, client, fetcher) =>
    client.prefetchQuery(versionOptions(id, number, fetcher)),
  head({ path, params: { id = "", number = "" } }, client) {
    const version = client.getQueryData(versionOptions(id, number).queryKey);
    return versionHead(
      path,
      version,
      versionMessages.versionMissing,
      ({ title, prompt_id, number: shown }) => ({
        prompt_id,
        title: `${isolated(title)}, versão ${shown}`,
      }),
    );
  },
};
