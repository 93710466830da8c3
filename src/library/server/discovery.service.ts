/** Atom feeds of new prompts, and the URLs of sitemaps. */
import { Feed } from "feed";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.shared.queries.ts";
import { escapeHtml, xmlText } from "#language/html.ts";
import type { ListQuery } from "#library/contract.ts";
import { feedPath } from "#library/feeds.ts";
import type { PublicContext } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { authorPath } from "#prompts/authors.ts";
import { LLM_TYPES, type PromptList, type PromptView } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { listByAuthor } from "#prompts/server/prompts.service.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { selectChanges, selectNewAuthors, selectParts, selectUsedTools } from "./discovery.queries.ts";
import { listPrompts } from "./lists.service.ts";

/** Prompts in a feed. */
export const FEED_SIZE = 30;
/** Prompts in one part of the sitemap; with as many authors at most, well below the protocol's 50,000 (sitemaps.org). */
const SITEMAP_PART = 10_000;

type Site = Pick<PublicContext, "db" | "config">;

/**
 * The newest prompts of the whole site.
 * @returns an Atom document (RFC 4287)
 */
export async function siteFeed(ctx: Site): Promise<string> {
  const { data } = await listPrompts(ctx, newest());
  return writeFeed(ctx, "Prompteca: novos prompts", feedPath("site"), "/prompts?sort=newest", data);
}

/**
 * One tool's newest prompts, as an Atom document.
 * @throws AppError 404 when the tool does not exist
 */
export async function toolFeed(ctx: Site, id: string): Promise<string> {
  const tool = LLM_TYPES.find((known) => String(known.id) === id);
  if (!tool) throw new AppError(404, "not_found", inputMessages.feedNotFound);
  const { data } = await listPrompts(ctx, newest(tool.id));
  const title = `Prompteca: novos prompts de ${tool.name}`;
  return writeFeed(ctx, title, feedPath("tools", tool.id), `/prompts?llm=${tool.id}&sort=newest`, data);
}

/** Prompts that work today, the last confirmed first, as an Atom document. */
export async function worksFeed(ctx: Site): Promise<string> {
  const wanted = { page: 1, limit: FEED_SIZE, orderBy: "works", works: "today" } as const;
  const { data } = await listPrompts(ctx, wanted);
  const page = "/prompts?funciona=hoje&sort=works";
  return writeFeed(ctx, "Prompteca: prompts testados há pouco", feedPath("works"), page, data);
}

/**
 * A tag's newest prompts, as an Atom document.
 * @throws AppError 404 when there is no such tag
 */
export async function tagFeed(ctx: Site, slug: string): Promise<string> {
  const { data, tag } = await listPrompts(ctx, { ...newest(), tag: slug });
  if (!tag) throw new AppError(404, "not_found", inputMessages.feedNotFound);
  const title = `Prompteca: novos prompts com a tag ${tag.name}`;
  return writeFeed(ctx, title, feedPath("tags", tag.slug), tagPath(tag.slug), data);
}

/**
 * One author's newest prompts, as an Atom document.
 * @throws AppError 404 when the user does not exist, 410 when the account is removed
 */
export async function authorFeed(ctx: Site, id: string): Promise<string> {
  const user = isUuid(id) ? await findUser(ctx.db, id) : undefined;
  if (!user) throw new AppError(404, "not_found", inputMessages.feedNotFound);
  const { data }: PromptList = await listByAuthor(ctx, id, { page: 1, limit: FEED_SIZE });
  return writeFeed(
    ctx,
    `Prompteca: prompts de ${user.username}`,
    feedPath("users", id),
    authorPath(id),
    data,
  );
}

function newest(llmTypeId?: number): ListQuery {
  return { page: 1, limit: FEED_SIZE, orderBy: "newest", llmTypeId };
}

/** A text of an element: the library takes "&amp;" for an escaped sign, whoever typed it. */
const feedText = (text: string) => xmlText(text).replaceAll("&amp;", "&amp;amp;");

/**
 * An Atom document of prompts.
 * @param path of the feed itself
 * @param page that it is the feed of
 */
export function writeFeed(
  { config: { publicUrl } }: Pick<PublicContext, "config">,
  title: string,
  path: string,
  page: string,
  prompts: PromptView[],
): string {
  const changes = prompts.map(({ created_at, edited_at }) => Date.parse(edited_at ?? created_at));
  const feed = new Feed({
    title: feedText(title),
    id: publicUrl + path,
    link: publicUrl + page,
    feedLinks: { atom: publicUrl + path },
    favicon: `${publicUrl}/favicon.svg`,
    generator: "Prompteca",
    copyright: "",
    // A fixed time keeps an empty feed's bytes, and so its ETag, stable.
    updated: new Date(Math.max(0, ...changes)),
  });
  for (const prompt of prompts) {
    const { id, content, description, image, user, created_at, edited_at } = prompt;
    const link = `${publicUrl}/prompts/${id}`;
    const picture = `<p><img src="${publicUrl}${image.url}" alt="${escapeHtml(image.alt ?? "")}"></p>`;
    const paragraphs = [description, content].flatMap((text) => (text ? [text] : []));
    feed.addItem({
      title: escapeHtml(xmlText(prompt.title)),
      id: link,
      link,
      published: new Date(created_at),
      date: new Date(edited_at ?? created_at),
      author: [{ name: feedText(user.username) }],
      category: [prompt.llm_type.name, ...prompt.tags].map((name) => ({ name, term: name })),
      content:
        picture +
        paragraphs.map((text) => `<p>${escapeHtml(xmlText(text)).replaceAll("\n", "<br>")}</p>`).join(""),
    });
  }
  // The library writes the language only into RSS.
  return feed.atom1().replace("<feed ", '<feed xml:lang="pt-BR" ');
}

/** Numbers, from 1, of the sitemap's parts with prompts; empty ones are omitted. */
export function listSitemapParts(ctx: Pick<PublicContext, "db">): Promise<number[]> {
  return selectParts(ctx.db, SITEMAP_PART);
}

/** Tools with prompts; empty lists are not in the sitemap. */
export function listUsedTools(ctx: Pick<PublicContext, "db">): Promise<number[]> {
  return selectUsedTools(ctx.db);
}

/** A URL of the site and its last change. */
export interface SitemapEntry {
  path: string;
  changedAt: Date;
}

/**
 * The prompts of one part, and the authors whose first prompt is among them, by ranges of ids. The cost of a part is
 * constant, each author is in exactly one part, and authors without prompts are in none.
 * @param part from 1
 */
export async function listSitemapPart(ctx: Pick<PublicContext, "db">, part: number): Promise<SitemapEntry[]> {
  const range = [(part - 1) * SITEMAP_PART + 1, part * SITEMAP_PART] as const;
  const [prompts, authors] = await Promise.all([
    selectChanges(ctx.db, ...range),
    selectNewAuthors(ctx.db, ...range),
  ]);
  return [
    ...prompts.map(({ id, changed_at }) => ({ path: `/prompts/${id}`, changedAt: changed_at })),
    ...authors.map(({ user_id, changed_at }) => ({ path: authorPath(user_id), changedAt: changed_at })),
  ];
}
