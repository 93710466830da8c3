/** Who may make a call of the API. */
import type { FastifyRequest } from "fastify";
import type { KeyScope } from "#accounts/key-messages.ts";
import type { Context } from "#platform/context.ts";
import type { Access } from "#platform/http/api-calls.ts";
import { admitViewer, requireViewer } from "./authenticate.ts";

/** Anybody, without a session or a key: a password, a code or a token in the input may decide. */
export const anybody: Access = {};

/** Anybody, also with a key, and all get the same. */
export const everybody: Access = { config: { keyScope: "public" } };

/** Anybody; with a session, or a key that reads, the answer has what is the caller's own. */
export const viewers: Access = { security: [{ bearer: [] }, {}], config: { keyScope: "public" } };

/**
 * Users who are signed in. Where there is a body, others are refused before it is validated; the handler asks
 * `requireViewer` in any case.
 * @param keyScope with which a key will do in place of a session; without it, none does
 */
export const members = (ctx: Context, keyScope?: KeyScope): Access => ({
  security: [{ bearer: [] }],
  ...(keyScope && { config: { keyScope } }),
  preValidation: async (request) => {
    if (request.routeOptions.schema?.body) await admitViewer(ctx, request);
  },
});

/** For calls with a large body: nobody unknown makes the server read it. */
export const refuseStrangers = (ctx: Context) => async (request: FastifyRequest) =>
  void (await requireViewer(ctx, request));
