/** Addresses of the site where this one was before lead to the prompts here (decision 66). */
import type { Context } from "#platform/context.ts";
import { findMovedTo } from "#prompts/server/moved-prompts.service.ts";

/** UUIDs, and numbers beyond those that prompts have here. */
const OLD = /^\/prompts\/([\da-f-]{10,36})$/i;

/** The path here of a prompt's old one; undefined for all other paths. */
export async function findNewPath(ctx: Context, path: string, address: string): Promise<string | undefined> {
  const [, id] = OLD.exec(path) ?? [];
  if (!id) return undefined;
  const { to } = await ctx.responseCache.shared(
    `old prompt ${id}`,
    async () => ({
      to: await findMovedTo(ctx.publicReads, id),
    }),
    address,
  );
  return to === undefined ? undefined : `/prompts/${to}`;
}
