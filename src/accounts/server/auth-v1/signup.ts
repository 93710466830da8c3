/** `POST /signup` (wire contract). */
import * as z from "zod/mini";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { signUp } from "#accounts/server/sign-up/signups.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import {
  checkPkce,
  clientData,
  invalid,
  optionalPassword,
  optionalText,
  pkceFields,
  requireEmail,
} from "./request.ts";

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalPassword,
  data: clientData,
  ...pkceFields,
});

export function mountSignup(app: App, ctx: Context): void {
  app.post("/signup", { schema: { body } }, async (request) => {
    const { email, phone, password, data } = request.body;
    if (!email && !phone) {
      throw new AppError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    }
    if (!password) throw invalid("Signup requires a valid password", "password");
    if (phone)
      throw new AppError(400, "phone_provider_disabled", "Phone signups are disabled", { field: "phone" });
    checkPkce(request.body);
    const asked = { email: requireEmail(email), password, data: data ?? {} };
    return signUp(ctx, asked, deviceOf(request));
  });
}
