/** A user's public profile, blocked or not (design, section 4.7): name, registration date, number of prompts. */
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import type { PublicUser } from "#members/contract.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";
import { selectPublicUser } from "./members.queries.ts";

/** @throws AppError 404 for an unknown id */
export async function findPublicUser(ctx: Pick<Context, "db">, id: string): Promise<PublicUser> {
  const row = isUuid(id) ? await selectPublicUser(ctx.db, id) : undefined;
  if (!row) throw new AppError(404, "user_not_found", messages.userNotFound);
  return { ...row, created_at: row.created_at.toISOString() };
}
