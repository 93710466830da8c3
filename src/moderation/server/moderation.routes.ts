/** Registers everything of moderation: the routes for everybody, those of moderators, and the jobs. */
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { mountCases } from "./cases.routes.ts";
import { mountContentRemovals } from "./content-removals.routes.ts";
import { startModerationJobs } from "./moderation-jobs.ts";
import { mountReports } from "./reports.routes.ts";

export async function mountModeration(app: App, ctx: Context): Promise<void> {
  await startModerationJobs(ctx);
  mountReports(app, ctx);
  await mountCases(app, ctx);
  mountContentRemovals(app, ctx);
}
