/** Texts with which moderators begin the reason of a decision, each for a category or for all cases. */
import { toId } from "#language/text.ts";
import { MOST_REASON_TEXTS, type ReasonText, type ReasonTextRequest } from "#moderation/cases-contract.ts";
import { messages } from "#moderation/messages.ts";
import { refused } from "#moderation/server/errors.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import {
  countReasonTexts,
  deleteReasonText,
  insertReasonText,
  updateReasonText,
} from "./reason-texts.queries.ts";

const notFound = () => new AppError(404, "reason_text_not_found", messages.reasonTextNotFound);

/** @throws AppError 409 `reason_texts_full` beyond a hundred */
export async function createReasonText({ db }: Context, text: ReasonTextRequest): Promise<ReasonText> {
  if ((await countReasonTexts(db)) >= MOST_REASON_TEXTS)
    throw refused("reason_texts_full", messages.reasonTextsFull);
  return insertReasonText(db, text);
}

/** Reasons that were sent keep their words. @param id from outside @throws AppError 404 */
export async function changeReasonText(
  { db }: Context,
  id: string,
  text: ReasonTextRequest,
): Promise<ReasonText> {
  const number = toId(id);
  const changed = number === undefined ? undefined : await updateReasonText(db, number, text);
  if (!changed) throw notFound();
  return changed;
}

/** Again does nothing. @param id from outside @throws AppError 404 for a malformed id */
export async function removeReasonText({ db }: Context, id: string): Promise<void> {
  const number = toId(id);
  if (number === undefined) throw notFound();
  await deleteReasonText(db, number);
}
