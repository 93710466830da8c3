/** `POST /resend` (wire contract, section 3.8): the same answer for every address. */
import * as z from "zod/mini";
import { resendConfirmation } from "#accounts/server/sign-up/signups.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { checkPkce, deviceOf, optionalText, pkceFields, requireEmail } from "./request.ts";

const body = z.object({ email: optionalText, type: optionalText, ...pkceFields });

export function mountResend(app: App, ctx: Context): void {
  app.post("/resend", { schema: { body } }, async (request) => {
    const { email, type } = request.body;
    if (type === "sms" || type === "phone_change") {
      throw new AppError(400, "phone_provider_disabled", "Phone logins are disabled", { field: "type" });
    }
    if (type !== "signup" && type !== "email_change") {
      throw new AppError(
        400,
        "validation_failed",
        "Missing one of these types: signup, email_change, sms, phone_change",
        { field: "type" },
      );
    }
    checkPkce(request.body);
    const address = requireEmail(email);
    // Addresses cannot be changed, so there is no such mail.
    if (type === "signup") await resendConfirmation(ctx, address, deviceOf(request).ip);
    return {};
  });
}
