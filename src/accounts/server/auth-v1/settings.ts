/** `GET /settings`: what this service offers (wire contract, section 3.13). */
import type { App } from "#platform/http/server.ts";

export function mountSettings(app: App): void {
  app.get("/settings", async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
  }));
}
