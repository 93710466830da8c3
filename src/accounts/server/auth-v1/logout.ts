/** `POST /logout` (wire contract, section 3.12). */
import * as z from "zod/mini";
import { authenticate } from "#accounts/server/authenticate.ts";
import { endSessions } from "#accounts/server/sessions.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/errors.ts";
import type { App } from "#platform/http.ts";
import { optionalText } from "./request.ts";

const SCOPES = ["global", "local", "others"] as const;
const querystring = z.object({ scope: optionalText });

export function mountLogout(app: App, ctx: Context): void {
  app.post("/logout", { schema: { querystring } }, async (request, reply) => {
    const viewer = await authenticate(ctx, request.headers.authorization);
    request.accountId = viewer.id;
    const asked = request.query.scope ?? "global";
    const scope = SCOPES.find((known) => known === asked);
    if (!scope) {
      throw new AppError(400, "validation_failed", `Unsupported logout scope "${asked}"`, { field: "scope" });
    }
    await endSessions(ctx, viewer, scope);
    return reply.code(204).send();
  });
}
