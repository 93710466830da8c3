/** How much an account may import: no more than it might publish by hand. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { MOST_A_DAY } from "#exchange/format.ts";
import { newAuthorLeft, tooManyToday } from "#exchange/input-messages.ts";
import type { Context } from "#platform/context.ts";
import { isNewAuthor, newAuthorsLeft } from "#prompts/server/new-authors.service.ts";
import { countImportedToday } from "./imports.queries.ts";

interface Allowance {
  allowed: number;
  /** Why it is not the usual number. */
  why: string | null;
  /** Whether the rules for new authors apply. */
  isNew: boolean;
}

/** How many prompts a viewer may import now. */
export async function findAllowed(
  ctx: Pick<Context, "config" | "db" | "rateLimits">,
  viewer: Viewer,
): Promise<Allowance> {
  const left = Math.max(0, MOST_A_DAY - (await countImportedToday(ctx.db, viewer.id)));
  const isNew = await isNewAuthor(ctx, viewer);
  const asNew = isNew ? await newAuthorsLeft(ctx, viewer) : Number.POSITIVE_INFINITY;
  if (asNew < left) return { allowed: asNew, why: newAuthorLeft(asNew), isNew };
  return { allowed: left, why: left < MOST_A_DAY ? tooManyToday(left) : null, isNew };
}
