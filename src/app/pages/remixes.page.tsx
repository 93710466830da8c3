/** `/prompts/{id}/remixes`: what was made from a prompt. Search engines are led to the prompt. */

import type { Page } from "#app/page.ts";
import { isolated } from "#language/isolated.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import { RemixesPage } from "#prompts/client/remixes/remixes-page.tsx";
import { remixesOptions, remixesQuery } from "#prompts/client/remixes/remixes-query.ts";
import { messages } from "#prompts/messages.ts";

export const page: Page = {
  Component: ({ params: { id = "" } }) => <RemixesPage id={id} />,
  query: ["sort", "page"],
  async load({ params: { id = "" }, search }, client, fetcher) {
    const options = promptOptions(id, fetcher);
    await client.prefetchQuery(options);
    const source = client.getQueryData(options.queryKey);
    if (source && source !== "removed")
      await client.prefetchQuery(remixesOptions(source.id, remixesQuery(search), fetcher));
  },
  head({ path, params: { id = "" } }, client) {
    const source = client.getQueryData(promptOptions(id).queryKey);
    const common = { description: "Adaptações de um prompt da Prompteca.", noindex: true };
    if (source && source !== "removed")
      return {
        ...common,
        title: `Adaptações de “${isolated(source.title)}”`,
        canonical: `/prompts/${source.id}`,
      };
    const [title, status] = source === "removed" ? [messages.removedTitle, 410] : [messages.notFound, 404];
    return { ...common, title, canonical: path, ...(source !== undefined && { status }) };
  },
};
