/** Refusals that several services of moderation share. */
import { messages } from "#moderation/messages.ts";
import { AppError } from "#platform/http/errors.ts";

export const refused = (code: string, message: string) => new AppError(409, code, message);
export const targetGone = () => refused("target_gone", messages.targetGone);
export const caseNotFound = () => new AppError(404, "case_not_found", messages.caseNotFound);
export const reportNotFound = () => new AppError(404, "report_not_found", messages.reportNotFound);
