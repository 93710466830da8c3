/** What everybody may know of a person, blocked or not (design, section 4.7): the name, since when, how many prompts. */
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import type { PublicPerson } from "#members/contract.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";
import { selectPublicPerson } from "./members.queries.ts";

/** @throws AppError 404 for nobody's id */
export async function findPublicPerson(ctx: Pick<Context, "db">, id: string): Promise<PublicPerson> {
  const row = isUuid(id) ? await selectPublicPerson(ctx.db, id) : undefined;
  if (!row) throw new AppError(404, "user_not_found", messages.userNotFound);
  return { ...row, created_at: row.created_at.toISOString() };
}
