/** Registers everything of moderation: the routes for everybody, those of moderators, and the jobs. */

import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { mountCases } from "./cases/cases.routes.ts";
import { mountContentRemovals } from "./cases/content-removals.routes.ts";
import { startModerationJobs } from "./moderation-jobs.ts";
import { mountNotices } from "./notices/notices.routes.ts";
import { mountPublicLog } from "./public/public-log.routes.ts";
import { mountReasonTexts } from "./reasons/reason-texts.routes.ts";
import { mountReports } from "./reports/reports.routes.ts";

export async function mountModeration(app: App, ctx: Context): Promise<void> {
  await startModerationJobs(ctx);
  mountReports(app, ctx);
  mountNotices(app, ctx);
  mountPublicLog(app, ctx);
  mountCases(app, ctx);
  mountContentRemovals(app, ctx);
  mountReasonTexts(app, ctx);
}
