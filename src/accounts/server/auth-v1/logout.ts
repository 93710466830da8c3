/** `POST /logout` (wire contract). */
import * as z from "zod/mini";
import { isBelowOwnLevel, type Moderates } from "#accounts/server/passkeys/staff-gate.ts";
import { authenticate } from "#accounts/server/sessions/authenticate.ts";
import { isLoginOld } from "#accounts/server/sessions/identity.service.ts";
import { endSessions } from "#accounts/server/sessions/sessions.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { invalid, optionalText } from "./request.ts";

const SCOPES = ["global", "local", "others"] as const;
const querystring = z.object({ scope: optionalText });

export function mountLogout(app: App, ctx: Context, moderates: Moderates): void {
  app.post("/logout", { schema: { querystring } }, async (request, reply) => {
    const viewer = await authenticate(ctx, request);
    const asked = request.query.scope ?? "global";
    const scope = SCOPES.find((known) => known === asked);
    if (!scope) throw invalid(`Unsupported logout scope "${asked}"`, "scope");
    // What the password opened ends nothing that the passkey of staff did.
    const spares = scope !== "local" && (await isBelowOwnLevel(ctx, viewer, moderates));
    if (scope === "others" && (spares || (await isLoginOld(ctx, viewer)))) {
      // It would let a stolen session end all others and stay. The product's own call requires the password, or the passkey.
      throw new AppError(400, "reauthentication_needed", "Ending other sessions requires a recent login");
    }
    await endSessions(ctx, viewer, scope, spares);
    return reply.code(204).send();
  });
}
