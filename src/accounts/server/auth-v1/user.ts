/** `GET /user` and `PUT /user`: the user of the bearer token (wire contract). */
import * as z from "zod/mini";
import { normalizeEmail } from "#accounts/contract.ts";
import { changeAccount, readAccount } from "#accounts/server/account/own-account.service.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { reportEvent } from "#accounts/server/records/security-events.ts";
import { authenticate } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { checkPkce, clientData, optionalPassword, optionalText, pkceFields } from "./request.ts";

const body = z.object({
  password: optionalPassword,
  current_password: optionalPassword,
  data: clientData,
  email: optionalText,
  phone: optionalText,
  nonce: optionalText,
  app_metadata: z.optional(z.unknown()),
  ...pkceFields,
});

export function mountUser(app: App, ctx: Context): void {
  app.get("/user", async (request) => {
    const viewer = await authenticate(ctx, request);
    return readAccount(ctx, viewer.id);
  });
  app.put(
    "/user",
    {
      schema: { body },
      // Authorisation comes before validation of the input.
      preValidation: async (request) => {
        await authenticate(ctx, request);
      },
    },
    async (request) => {
      const viewer = await authenticate(ctx, request);
      const { password, current_password: currentPassword, data, email, phone, app_metadata } = request.body;
      if (app_metadata != null) {
        throw new AppError(403, "not_admin", "Updating app_metadata requires admin privileges", {
          field: "app_metadata",
        });
      }
      if (email && normalizeEmail(email) !== viewer.email) {
        throw new AppError(422, "email_change_disabled", "Email address cannot be changed", {
          field: "email",
        });
      }
      if (phone)
        throw new AppError(422, "phone_provider_disabled", "Phone logins are disabled", { field: "phone" });
      checkPkce(request.body);
      const changed = await changeAccount(ctx, viewer, {
        password: password ?? undefined,
        currentPassword: currentPassword ?? undefined,
        userAgent: deviceOf(request).userAgent,
        data: data ?? undefined,
      });
      if (password != null) reportEvent(ctx, request, "password_changed");
      return changed;
    },
  );
}
