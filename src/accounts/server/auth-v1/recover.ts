/** `POST /recover` (wire contract, section 3.7): the same answer for every address. */
import * as z from "zod/mini";
import { requestRecovery } from "#accounts/server/passwords/recovery.service.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { checkPkce, deviceOf, optionalText, pkceFields, requireEmail } from "./request.ts";

const body = z.object({ email: optionalText, ...pkceFields });

export function mountRecover(app: App, ctx: Context): void {
  app.post("/recover", { schema: { body } }, async (request) => {
    checkPkce(request.body);
    await requestRecovery(ctx, requireEmail(request.body.email), deviceOf(request).ip);
    return {};
  });
}
