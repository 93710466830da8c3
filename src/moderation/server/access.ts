/** Who may make a call of moderators, or of the admin. */
import type { FastifyRequest } from "fastify";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { Access } from "#platform/http/api-calls.ts";
import { requireModerator, requireSiteAdmin } from "./cases/moderators.service.ts";

const admitted = new WeakMap<FastifyRequest, Viewer>();

const only = (require: (request: FastifyRequest) => Promise<Viewer>): Access => ({
  security: [{ bearer: [] }],
  preValidation: async (request) => void admitted.set(request, await require(request)),
});

export const moderators = (ctx: Context): Access => only((request) => requireModerator(ctx, request));

export const admin = (ctx: Context): Access => only((request) => requireSiteAdmin(ctx, request));

/** Whom a call of `moderators` or `admin` has let in, asked once its body had arrived. */
export function callerOf(request: FastifyRequest): Viewer {
  const viewer = admitted.get(request);
  if (!viewer) throw new Error(`${request.routeOptions.url} lets in neither moderators nor the admin`);
  return viewer;
}
