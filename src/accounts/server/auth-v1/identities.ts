/** `GET /authorize` and `GET /callback`, the way to an issuer and back; linked identities (wire contract, decision 67). */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { identityParams } from "#accounts/identity-contract.ts";
import { ISSUER_PAGE } from "#accounts/issuer-path.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { beginFlow, takeIssuerAnswer } from "#accounts/server/identities/flows.service.ts";
import { beginLink, unlink } from "#accounts/server/identities/identities.service.ts";
import { requireIssuer } from "#accounts/server/identities/issuers.ts";
import { reportEvent } from "#accounts/server/records/security-events.ts";
import { authenticate } from "#accounts/server/sessions/authenticate.ts";
import { isLoginOld } from "#accounts/server/sessions/identity.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { errorParams, landingPath } from "./landing-page.ts";
import { checkPkce, invalid, optionalText, pkceFields, requireNavigation } from "./request.ts";

const querystring = z.object({ provider: optionalText, redirect_to: optionalText, ...pkceFields });

/** The challenge of the browser's secret: without one, a link would sign its reader in as a stranger. */
function requireChallenge(query: z.output<typeof querystring>): string {
  checkPkce(query);
  if (query.code_challenge?.length !== 43 || query.code_challenge_method?.toLowerCase() !== "s256")
    throw invalid("Signing in by a provider requires PKCE with the method s256", "code_challenge");
  return query.code_challenge;
}

/** The same page with the parameters, in the query and, for a refusal, in the fragment (wire contract). */
function pageWith(page: string, params: URLSearchParams, isRefusal: boolean): string {
  const url = new URL(page);
  for (const [name, value] of params) url.searchParams.set(name, value);
  if (isRefusal) url.hash = params.toString();
  return url.href;
}

export function mountIdentities(app: App, ctx: Context): void {
  /** Of a refusal that leads to a page, which is no error of the call. Who comes too often may come again with the same answer. */
  const report = (request: FastifyRequest, { status, code, limit }: AppError) =>
    reportEvent(ctx, request, status === 429 ? "limit_reached" : "sign_in_failed", {
      code,
      ...(limit && { limit }),
    });

  app.get("/authorize", { schema: { querystring } }, async (request, reply) => {
    requireNavigation(request);
    const issuer = requireIssuer(ctx, request.query.provider);
    const codeChallenge = requireChallenge(request.query);
    const returnPath = landingPath(ctx, request, request.query.redirect_to);
    reply.header("referrer-policy", "no-referrer");
    try {
      const target = await beginFlow(ctx, issuer, { codeChallenge, returnPath }, deviceOf(request).ip);
      return reply.redirect(target, 302);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.status === 429) report(request, error);
      const page = ctx.config.publicUrl + returnPath;
      return reply.redirect(pageWith(page, errorParams(error, request), true), 303);
    }
  });

  app.get("/callback", async (request, reply) => {
    requireNavigation(request);
    reply.header("referrer-policy", "no-referrer");
    const query = new URLSearchParams(request.url.split("?")[1]);
    const ending = await takeIssuerAnswer(ctx, query, deviceOf(request).ip);
    const page = ctx.config.publicUrl + (ending.returnPath ?? ISSUER_PAGE);
    const { code, refusal } = ending;
    if (refusal) report(request, refusal);
    const params = refusal ? errorParams(refusal, request) : new URLSearchParams({ code: code as string });
    return reply.redirect(pageWith(page, params, refusal !== undefined), 303);
  });

  app.get("/user/identities/authorize", { schema: { querystring } }, async (request) => {
    const viewer = await authenticate(ctx, request);
    const { provider, redirect_to: asked } = request.query;
    const codeChallenge = requireChallenge(request.query);
    await refuseOldLogin(viewer);
    const beginning = {
      provider: provider ?? "",
      codeChallenge,
      returnPath: landingPath(ctx, request, asked),
    };
    const url = await beginLink(ctx, viewer, { ...beginning, password: undefined }, deviceOf(request).ip);
    return { url };
  });

  app.delete("/user/identities/:id", { schema: { params: identityParams } }, async (request) => {
    const viewer = await authenticate(ctx, request);
    await refuseOldLogin(viewer);
    await unlink(ctx, viewer, request.params.id, undefined, deviceOf(request).userAgent);
    reportEvent(ctx, request, "identity_unlinked");
    return {};
  });

  async function refuseOldLogin(viewer: { sessionId: string }) {
    if (await isLoginOld(ctx, viewer))
      throw new AppError(400, "reauthentication_needed", "Changing identities requires a recent login");
  }
}
