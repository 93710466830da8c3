/** `/colecoes/{id}-{slug}`: one collection. The server redirects other slugs (collection-pages.routes.ts). */

import type { Page, PageHead } from "#app/page.ts";
import { CollectionPage } from "#collections/client/collection-page.tsx";
import { collectionOptions } from "#collections/client/collections.queries.ts";
import type { CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { collectionApi, collectionIdOf } from "#collections/paths.ts";
import { CollectionExport } from "#exchange/client/own-exchange.tsx";
import { feedPath } from "#library/feeds.ts";
import { previewPath } from "#media/preview.ts";
import { ContentModeration } from "#moderation/client/content-moderation.tsx";
import { authorPath } from "#prompts/authors.ts";
import { pictureAlt } from "#prompts/picture-alt.ts";
import { countOf } from "#ui/numbers.ts";
import { collectionPage } from "./listed.ts";

function headOf(collection: CollectionView, origin: string): PageHead {
  const { id, path, title, description, user, user_id, items, created_at, updated_at } = collection;
  const [first] = items;
  const summary =
    description ?? `${countOf(items.length, "prompt", "prompts")} em uma coleção de ${user.username}.`;
  return {
    title,
    description: summary,
    canonical: path,
    type: "article",
    ...(first && {
      image: {
        path: previewPath(first.prompt.id, first.prompt.edited_at),
        alt: pictureAlt(first.prompt.image, first.prompt.title),
      },
    }),
    feed: { path: feedPath("collections", id), title },
    json: collectionApi(id),
    embeddable: collection.is_public,
    noindex: !collection.is_public || items.length === 0,
    jsonLd: [
      collectionPage(
        { name: title, description: summary, path },
        items.map(({ prompt }) => prompt),
        origin,
        {
          dateCreated: created_at,
          dateModified: updated_at,
          author: { "@type": "Person", name: user.username, url: origin + authorPath(user_id) },
        },
      ),
    ],
  };
}

export const page: Page = {
  Component: ({ params: { name = "" } }) => (
    <CollectionPage name={name} Moderation={ContentModeration} Export={CollectionExport} />
  ),
  async load({ params: { name = "" } }, client, fetcher) {
    await client.prefetchQuery(collectionOptions(collectionIdOf(name), fetcher));
  },
  head({ path, params: { name = "" } }, client, { origin }) {
    const collection = client.getQueryData(collectionOptions(collectionIdOf(name)).queryKey);
    if (collection) return headOf(collection, origin);
    return {
      title: collection === null ? messages.notFound : "Coleção",
      description: "Uma coleção de prompts da Prompteca, em português.",
      canonical: path,
      noindex: true,
      ...(collection === null && { status: 404 }),
    };
  },
};
