/** `POST /recover` and `POST /resend` (wire contract): the same answer for every address. */
import * as z from "zod/mini";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { requestRecovery } from "#accounts/server/sign-in/recovery.service.ts";
import { resendConfirmation } from "#accounts/server/sign-up/signups.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { checkPkce, invalid, optionalText, pkceFields, requireEmail } from "./request.ts";

const recovery = z.object({ email: optionalText, ...pkceFields });
const confirmation = z.object({ ...recovery.shape, type: optionalText });

export function mountMailRequests(app: App, ctx: Context): void {
  app.post("/recover", { schema: { body: recovery } }, async (request) => {
    checkPkce(request.body);
    await requestRecovery(ctx, requireEmail(request.body.email), deviceOf(request).ip);
    return {};
  });
  app.post("/resend", { schema: { body: confirmation } }, async (request) => {
    const { email, type } = request.body;
    if (type === "sms" || type === "phone_change") {
      throw new AppError(400, "phone_provider_disabled", "Phone logins are disabled", { field: "type" });
    }
    if (type !== "signup" && type !== "email_change") {
      throw invalid("Missing one of these types: signup, email_change, sms, phone_change", "type");
    }
    checkPkce(request.body);
    const address = requireEmail(email);
    // Addresses cannot be changed, so there is no such mail.
    if (type === "signup") await resendConfirmation(ctx, address, deviceOf(request).ip);
    return {};
  });
}
