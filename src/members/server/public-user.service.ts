/** What everybody may know of a person, blocked or not (design, section 4.7): the name, since when, how many prompts. */
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import type { PublicUser } from "#members/contract.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";
import { selectPublicUser } from "./members.queries.ts";

/** @throws AppError 404 for nobody's id */
export async function findPublicUser(ctx: Pick<Context, "db">, id: string): Promise<PublicUser> {
  const row = isUuid(id) ? await selectPublicUser(ctx.db, id) : undefined;
  if (!row) throw new AppError(404, "user_not_found", messages.userNotFound);
  return { ...row, created_at: row.created_at.toISOString() };
}
