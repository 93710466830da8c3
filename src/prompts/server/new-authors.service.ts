/** New authors publish less at a time: on their account's first day, and until they have three public prompts (decision 40). */
import { isExempt } from "#accounts/server/passkeys/staff-gate.ts";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { isNewAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { type AppError, tooOften } from "#platform/http/errors.ts";
import { newAuthorMessage } from "#prompts/input-messages.ts";
import { hasPublished } from "./authoring.queries.ts";

/** Public prompts from which an author is known. */
const KNOWN_FROM = 3;
const LIMITS = ["publishPerNewAuthor", "publishPerNewAuthorDaily"] as const;

/** The admin is nobody's newcomer. */
export async function isNewAuthor(ctx: Pick<Context, "db" | "config">, viewer: Viewer): Promise<boolean> {
  if (await isExempt(ctx, viewer)) return false;
  return (await isNewAccount(ctx.db, viewer.id)) || !(await hasPublished(ctx.db, viewer.id, KNOWN_FROM));
}

/** Whether what the author publishes or edits waits for a moderator (decision 40). */
export async function isReviewed(ctx: Pick<Context, "db" | "config">, author: Viewer): Promise<boolean> {
  return ctx.config.reviewNewAccounts && (await isNewAuthor(ctx, author));
}

const refused = (seconds: number, limit: string): AppError =>
  tooOften(seconds, limit, newAuthorMessage(seconds));

/**
 * Before any work, without counting: a publication that is refused for another reason must not count.
 * @throws AppError 429 that says when
 */
export async function requireNewAuthorMayPublish({ rateLimits }: Context, { id }: Viewer): Promise<void> {
  for (const limit of LIMITS) {
    const seconds = await rateLimits.waitFor(limit, id);
    if (seconds > 0) throw refused(seconds, limit);
  }
}

/** How many prompts a new author may publish now. */
export async function newAuthorsLeft(
  { rateLimits }: Pick<Context, "rateLimits">,
  { id }: Viewer,
): Promise<number> {
  return Math.min(...(await Promise.all(LIMITS.map((limit) => rateLimits.left(limit, id)))));
}

/** Counts publications that are about to happen. @throws AppError as above */
export async function countNewAuthorsPublication(
  { rateLimits }: Context,
  { id }: Viewer,
  count = 1,
): Promise<void> {
  for (const limit of LIMITS) {
    const seconds = await rateLimits.take(limit, id, count);
    if (seconds > 0) throw refused(seconds, limit);
  }
}
