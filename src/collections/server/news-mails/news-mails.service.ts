/** Who gets the weekly mail: off until somebody asks for it, ended in the profile or by the link of any such mail. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { loginRequired } from "#accounts/server/users/users.service.ts";
import type { NewsMail } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { selectNewsMail } from "#collections/server/collections.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { deleteNewsMail, insertNewsMail } from "./news-mails.queries.ts";
import { userOfToken } from "./unsubscribe-token.ts";

const read = async ({ db }: Pick<Context, "db">, userId: string): Promise<NewsMail> => ({
  weekly: (await selectNewsMail(db, userId)) !== undefined,
});

export function findNewsMail(ctx: Pick<Context, "db">, viewer: Viewer): Promise<NewsMail> {
  return read(ctx, viewer.id);
}

/** Asks for the mail, or for no more of them. @throws AppError 401 when the account was deleted meanwhile */
export async function setNewsMail(
  { db }: Pick<Context, "db">,
  viewer: Viewer,
  { weekly }: NewsMail,
): Promise<void> {
  try {
    await (weekly ? insertNewsMail : deleteNewsMail)(db, viewer.id);
  } catch (error) {
    throw brokenForeignKey(error) ? loginRequired() : error;
  }
}

/** @throws AppError 404 for a token that is not ours */
function requireUser({ secrets }: Pick<Context, "secrets">, token: string): string {
  const userId = userOfToken(secrets, token);
  if (!userId) throw new AppError(404, "unknown_token", messages.unknownToken);
  return userId;
}

/** Whether a mail's link has anything to end. @throws AppError 404 for a token that is not ours */
export async function findByToken(ctx: Pick<Context, "db" | "secrets">, token: string): Promise<NewsMail> {
  return read(ctx, requireUser(ctx, token));
}

/** Ends the mail; no change if it has ended. @throws AppError 404 for a token that is not ours */
export async function unsubscribe(ctx: Pick<Context, "db" | "secrets">, token: string): Promise<void> {
  await deleteNewsMail(ctx.db, requireUser(ctx, token));
}
