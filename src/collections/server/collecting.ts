/** Who changes collections, or what they follow. */
import type { FastifyRequest } from "fastify";
import { requireViewer, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";

/** @throws AppError 401 or 403 without permission, 429 when too fast */
export async function requireCollecting(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  await ctx.rateLimits.consume("collectPerAccount", viewer.id);
  return viewer;
}

/** Counts a change that shows at once, and so empties everybody's caches. @throws AppError 429 when too fast */
export const countShown = ({ rateLimits }: Pick<Context, "rateLimits">, viewer: Viewer): Promise<void> =>
  rateLimits.consume("changeShownPerAccount", viewer.id);
