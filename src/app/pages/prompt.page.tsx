/** `/prompts/{id}`: one prompt, with metadata for search engines and messengers. */

import type { Page, PageHead } from "#app/page.ts";
import { ofPromptOptions } from "#collections/client/public/of-prompt.queries.ts";
import { CollectionsOfPrompt } from "#collections/client/public/of-prompt.tsx";
import { SaveButton } from "#collections/client/save-button.tsx";
import { previewPath } from "#media/preview.ts";
import { authorPath } from "#prompts/authors.ts";
import { contentPreview } from "#prompts/client/content-preview.ts";
import { PromptPage } from "#prompts/client/detail/prompt-page.tsx";
import { promptOptions, relatedOptions, topRemixesOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { pictureAlt } from "#prompts/picture-alt.ts";

function headOf(prompt: PromptView, origin: string): PageHead {
  const { id, title, content, user, user_id, llm_type, tags, created_at, edited_at } = prompt;
  const { likes_count, views, image } = prompt;
  const canonical = `/prompts/${id}`;
  // Describes the prompt itself: the author's own description is a hint for its readers.
  const description = `Prompt para ${llm_type.name}: ${contentPreview(content)}`;
  const counted = (action: string, count: number) => ({
    "@type": "InteractionCounter",
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  });
  return {
    title,
    description,
    canonical,
    type: "article",
    embeddable: true,
    image: { path: previewPath(id, edited_at), alt: pictureAlt(image, title) },
    jsonLd: [
      {
        "@type": "CreativeWork",
        name: title,
        abstract: description,
        url: origin + canonical,
        image: origin + image.url,
        author: { "@type": "Person", name: user.username, url: origin + authorPath(user_id) },
        dateCreated: created_at,
        datePublished: created_at,
        ...(edited_at && { dateModified: edited_at }),
        inLanguage: "pt-BR",
        keywords: [llm_type.name, ...tags].join(", "),
        interactionStatistic: [counted("LikeAction", likes_count), counted("ViewAction", views)],
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: "Biblioteca", item: `${origin}/prompts` },
          { "@type": "ListItem", position: 2, name: title, item: origin + canonical },
        ],
      },
    ],
  };
}

export const page: Page = {
  Component: ({ params: { id = "" } }) => (
    <>
      <PromptPage id={id} Save={SaveButton} />
      <CollectionsOfPrompt id={id} />
    </>
  ),
  load: async ({ params: { id = "" } }, client, fetcher) => {
    const options = promptOptions(id, fetcher);
    // No retry while the user waits for the server.
    const onServer = typeof window === "undefined";
    await client.prefetchQuery({ ...options, ...(onServer && { retry: false }) });
    const prompt = client.getQueryData(options.queryKey);
    if (prompt && prompt !== "removed")
      await Promise.all([
        client.prefetchQuery(relatedOptions(prompt.id, fetcher)),
        client.prefetchQuery(ofPromptOptions(id, fetcher)),
        prompt.has_remixes && client.prefetchQuery(topRemixesOptions(prompt.id, fetcher)),
      ]);
  },
  head: ({ path, params: { id = "" } }, client, site) => {
    const prompt = client.getQueryData(promptOptions(id).queryKey);
    if (prompt && prompt !== "removed") return headOf(prompt, site.origin);
    const [title, status] = prompt === "removed" ? [messages.removedTitle, 410] : [messages.notFound, 404];
    const missing = prompt !== undefined;
    return {
      title: missing ? title : "Prompt",
      description: "Um prompt da Prompteca, a biblioteca aberta de prompts em português.",
      canonical: path,
      noindex: true,
      ...(missing && { status }),
    };
  },
};
