/** `GET /.well-known/jwks.json`: the keys that verify access tokens (wire contract, section 2.4). */
import { JWKS_SECONDS, signingKeys } from "#accounts/server/keys/signing-keys.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";

export function mountJwks(app: App, ctx: Context): void {
  app.get("/.well-known/jwks.json", async (_request, reply) => {
    const { jwks } = await signingKeys(ctx);
    return reply.header("cache-control", `public, max-age=${JWKS_SECONDS}`).send(jwks);
  });
}
