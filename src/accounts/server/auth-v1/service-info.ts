/** Public facts about the service: its health, settings and public keys (wire contract). */
import { JWKS_SECONDS, signingKeys } from "#accounts/server/keys/signing-keys.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";

export function mountServiceInfo(app: App, ctx: Context): void {
  app.get("/health", async () => ({
    name: "Prompteca",
    description: "Sign-in service, wire-compatible with Supabase Auth",
  }));
  app.get("/settings", async () => ({
    external: {
      email: true,
      phone: false,
      anonymous_users: false,
      ...Object.fromEntries(ctx.config.issuers.map(({ provider }) => [provider, true])),
    },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
  }));
  app.get("/.well-known/jwks.json", async (_request, reply) => {
    const { jwks } = await signingKeys(ctx);
    return reply.header("cache-control", `public, max-age=${JWKS_SECONDS}`).send(jwks);
  });
}
