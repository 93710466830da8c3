/** Endpoints that sign-in clients may call and this site does not offer: each answers a JSON error. */
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";

const REFUSALS: [paths: string[], status: number, code: string, message: string][] = [
  [["/otp", "/magiclink"], 422, "otp_disabled", "Signups not allowed for otp"],
  [["/sso", "/sso/*"], 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
  [["/factors", "/factors/*"], 422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP"],
  [["/passkeys", "/passkeys/*"], 404, "passkeys_disabled", "Passkeys are disabled"],
  [["/reauthenticate"], 422, "reauthentication_disabled", "Reauthentication by code is disabled"],
  [["/admin", "/admin/*", "/invite"], 403, "not_admin", "User not allowed"],
];

export function mountOutOfScope(app: App): void {
  for (const [paths, status, code, message] of REFUSALS) {
    for (const path of paths) {
      app.all(path, async () => {
        throw new AppError(status, code, message);
      });
    }
  }
}
