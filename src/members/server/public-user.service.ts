/** A user's public profile, blocked or not: name, registration date, number of prompts. */
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { userRemoved } from "#accounts/server/users/users.service.ts";
import { findUser } from "#accounts/server/users/users.shared.queries.ts";
import type { PublicUser } from "#members/contract.ts";
import type { PublicContext } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";
import { countPromptsOf } from "#prompts/server/own-prompts.shared.queries.ts";

/** @throws AppError 404 for an unknown id, 410 for a removed account */
export async function findPublicUser(ctx: Pick<PublicContext, "db">, id: string): Promise<PublicUser> {
  const user = isUuid(id) ? await findUser(ctx.db, id) : undefined;
  if (!user) throw new AppError(404, "user_not_found", messages.userNotFound);
  const { removed_at, created_at, ...shown } = user;
  if (removed_at) throw userRemoved();
  const [prompts_count = 0] = await countPromptsOf(ctx.db, [id]);
  return { ...shown, created_at: created_at.toISOString(), prompts_count };
}
