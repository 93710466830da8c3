/** Addresses of tags in another spelling, or of tags that were merged or renamed, lead to the tag's own. */
import type { Context } from "#platform/context.ts";
import { pathOf } from "#platform/http/error-handler.ts";
import type { App } from "#platform/http/server.ts";
import { tagParams } from "#prompts/contract.ts";
import { findTag } from "#prompts/server/tags.service.ts";
import { tagPath } from "#prompts/tag-path.ts";
import type { PageHandler } from "./page-handler.ts";

/** Longer ones are no tag's. */
const LONGEST = 60;

/** Registers the address of tags' pages; `answerPage` answers those that are nobody else's. */
export function mountTagRedirects(app: App, ctx: Context, answerPage: PageHandler): void {
  app.get("/tags/:slug", { schema: { hide: true, params: tagParams } }, async (request, reply) => {
    const { slug } = request.params;
    const { own = slug } =
      slug.length > LONGEST
        ? {}
        : await ctx.responseCache.shared(
            `tag ${slug}`,
            async () => ({
              own: (await findTag(ctx.publicReads, slug))?.slug,
            }),
            request.ip,
          );
    if (own === slug) return answerPage(request, reply);
    // Otherwise browsers keep it for ever, and a tag that gets its former name back would redirect them in circles.
    reply.header("cache-control", "no-cache");
    return reply.redirect(tagPath(own) + request.url.slice(pathOf(request.url).length), 301);
  });
}
